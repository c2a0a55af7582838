import { createTransport, type NodemailerError, type SendMailOptions, type SMTPPoolOptions } from 'nodemailer';
import { type Letter, type Mail, MailRefused, MailUnavailable } from '../../ports/mail.ts';
import { headerOf } from './email-header.ts';
import { parseSmtpUrl, type SmtpServer } from './smtp-url.ts';

/**
 * Timeouts in milliseconds. `socket` is silence; `letter` is the whole delivery, because a server may also stall by
 * trickling.
 */
export type SmtpTimeouts = { connection: number; greeting: number; socket: number; letter: number };

const TIMEOUTS: SmtpTimeouts = { connection: 10_000, greeting: 10_000, socket: 20_000, letter: 60_000 };

export function smtpMail(smtpUrl: string, timeouts: SmtpTimeouts = TIMEOUTS): Mail {
  const options = transportOptions(parseSmtpUrl(smtpUrl), timeouts);
  const inFlight = new Set<Promise<void>>();
  let closed = false;

  return {
    kind: 'smtp',
    async deliver(letter) {
      if (closed) throw new MailUnavailable('Mail is closed.');
      const delivery = deliver(options, messageOf(letter), timeouts.letter);
      inFlight.add(delivery);
      await delivery.finally(() => inFlight.delete(delivery));
    },
    async close() {
      closed = true;
      await Promise.allSettled(inFlight);
    },
  };
}

function transportOptions(server: SmtpServer, timeouts: SmtpTimeouts): SMTPPoolOptions & { pool: true } {
  return {
    host: server.host,
    port: server.port,
    secure: server.secure,
    // A password never crosses a network unencrypted, even when the server or an attacker between offers no TLS.
    requireTLS: server.account !== null && !server.loopback,
    // On loopback TLS protects nothing, and the certificates there are self-signed.
    ignoreTLS: server.loopback,
    ...(server.account && { auth: server.account }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: timeouts.connection,
    dnsTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    // @NOTE a pool of one connection for one email: only a pool can be closed by force during a delivery.
    pool: true,
    maxConnections: 1,
    maxMessages: 1,
    // The delivery job retries; a second retry here would multiply the attempts.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function messageOf(letter: Letter): SendMailOptions {
  const header = headerOf(letter);
  return {
    to: header.to,
    from: header.from,
    ...(header.replyTo && { replyTo: header.replyTo }),
    envelope: { from: header.from.address, to: header.to.address },
    subject: header.subject,
    messageId: header.messageId,
    // Keeps automatic replies from answering (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: letter.text,
    html: letter.html,
  };
}

async function deliver(options: SMTPPoolOptions & { pool: true }, message: SendMailOptions, longest: number) {
  const transport = createTransport(options);
  const cut = setTimeout(() => transport.close({ force: true }), longest);
  try {
    await transport.sendMail(message);
  } catch (error) {
    throw failure(error);
  } finally {
    clearTimeout(cut);
    transport.close();
  }
}

// A refused password or missing TLS is a wrong setting: once it is corrected, the email is sent.
const ABOUT_THE_SETTINGS = new Set([530, 534, 535, 538]);
const ABOUT_THE_LETTER = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** @NOTE the server's text is left out: it repeats addresses, and errors are logged. */
function failure(error: unknown): MailRefused | MailUnavailable {
  // @NOTE nodemailer does not type its rejections; every field of NodemailerError is optional.
  const { code, responseCode, permanent, response, command } = error as NodemailerError;

  if (responseCode === undefined) {
    return code === 'EENVELOPE' || code === 'EMESSAGE'
      ? new MailRefused(`The letter cannot be sent (${code}).`)
      : new MailUnavailable(`The mail server cannot be reached (${code ?? 'closed'}).`);
  }

  const [enhanced = ''] = /(?<=^\d{3}[ -])[245]\.\d{1,3}\.\d{1,3}/.exec(response ?? '') ?? [];
  const reply = [responseCode, enhanced, 'at', command].filter(Boolean).join(' ');
  const aboutTheLetter = ABOUT_THE_LETTER.includes(command ?? '') && !ABOUT_THE_SETTINGS.has(responseCode);
  return permanent && aboutTheLetter
    ? new MailRefused(`The mail server refused the letter (${reply}).`)
    : new MailUnavailable(`The mail server did not take the letter (${reply}).`);
}
