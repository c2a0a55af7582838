/* oxlint-disable no-underscore-dangle -- the library has no hook for EHLO, none before the answer to DATA, and no way to cut a connection */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';

/** The step at which a session fails. `body` is in the middle of the message, `message` after its last dot. */
type SmtpStep = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'message';

/** A reply line instead of the usual one, or: the connection is cut, no reply, one byte at a time. */
type Behaviour = `${number} ${string}` | 'drop' | 'silence' | 'trickle';

export type SmtpTroubles = Partial<Record<SmtpStep, Behaviour>>;

type StandInOptions = {
  /** Read at every step, so that it can change while sessions run. */
  behaviour?: SmtpTroubles;
  certificate?: { key: string; cert: string };
  /** TLS from the first byte. Without it, a certificate makes the fake offer STARTTLS. */
  implicitTls?: boolean;
};

export type ReceivedLetter = ParsedMessage & { from: string; to: string[]; encrypted: boolean };

export type SmtpStandIn = {
  port: number;
  /** Emails whose last dot was received, whatever the answer was. */
  received: ReceivedLetter[];
  /** Every command line of every session, in order. */
  commands: string[];
  close(): Promise<void>;
};

/** A fake mail server on loopback that fails on demand. The library speaks SMTP; the faults go past it to the socket. */
export async function fakeSmtp(options: StandInOptions = {}): Promise<SmtpStandIn> {
  const { behaviour = {}, certificate, implicitTls = false } = options;
  const received: ReceivedLetter[] = [];
  const commands: string[] = [];

  const server = new SMTPServer({
    ...certificate,
    secure: implicitTls,
    disabledCommands: certificate === undefined ? ['STARTTLS'] : [],
    logger: false,
    closeTimeout: CLOSE_TIMEOUT_MS,
    disableReverseLookup: true,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onConnect(session, done) {
      interceptCommands(session);
      if (!fail(session, 'greeting')) done();
    },
    onData(stream, session, done) {
      void receive(stream, session).then((reply) => {
        if (reply === 'usual') done();
        else if (reply !== 'none') done(refusal(reply));
      });
    },
  });
  // A client that disconnects in the middle of a session is what some tests do.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');

  /** Notes every command of a session and answers those whose step has a fault. */
  function interceptCommands(session: SMTPServerSession): void {
    const connection = connectionOf(session);
    if (connection === undefined) return;
    const handle = connection._onCommand.bind(connection);
    connection._onCommand = (command, next) => {
      const line = command.toString('latin1');
      commands.push(line);
      const verb = line.split(' ')[0]?.toUpperCase();
      const step = COMMAND_STEPS.find((known) => known === verb);
      if (step !== undefined && fail(session, step)) next?.();
      else handle(command, next);
    };
  }

  /** Receives a message and returns how it is answered; a reply line goes through the library, which then goes on. */
  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const { mailFrom, rcptTo } = session.envelope;
    if (behaviour.body !== undefined) {
      await once(stream, 'readable').catch(() => undefined);
      fail(session, 'body');
      return 'none';
    }
    const raw = await buffer(stream).catch(() => null);
    if (raw === null) return 'none';
    received.push({
      ...parseMessage(raw.toString('latin1')),
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map((recipient) => recipient.address),
      encrypted: session.secure,
    });
    const { message: fault = 'usual' } = behaviour;
    if (fault !== 'drop' && fault !== 'silence' && fault !== 'trickle') return fault;
    fail(session, 'message');
    return 'none';
  }

  /** Answers this step by the fault that is set for it, if there is one. */
  function fail(session: SMTPServerSession, step: SmtpStep): boolean {
    const fault = behaviour[step];
    if (fault === undefined) return false;
    const socket = connectionOf(session)?._socket;
    if (socket === undefined || fault === 'silence') return true;
    if (fault === 'drop') socket.destroy();
    else if (fault === 'trickle') trickle(socket);
    else socket.write(`${fault}\r\n`);
    return true;
  }

  function connectionOf({ id }: SMTPServerSession) {
    return [...server.connections].find((connection) => connection.id === id);
  }

  return {
    port: address.port,
    received,
    commands,
    close: () =>
      new Promise((resolve) => {
        // Node crashes when the socket below a TLS handshake is destroyed; the library ends that one itself.
        for (const connection of server.connections) if (!connection._upgrading) connection._socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** For a handshake that is under way when the fake closes. */
const CLOSE_TIMEOUT_MS = 1_000;

const COMMAND_STEPS = ['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'] as const satisfies SmtpStep[];

function refusal(reply: `${number} ${string}`): Error {
  const [code = '', ...words] = reply.split(' ');
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
}

function trickle(socket: Socket) {
  const drip = setInterval(() => socket.write('250-\r\n'), 20);
  socket.on('close', () => clearInterval(drip));
}
