import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';

/** The step at which a session fails. `body` is in the middle of the message, `message` after its last dot. */
type Step = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'message';

/** A reply line instead of the usual one, or: the connection is cut, no reply, one byte at a time. */
type Behaviour = `${number} ${string}` | 'drop' | 'silence' | 'trickle';

export type SmtpTroubles = Partial<Record<Step, Behaviour>>;

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

/** A fake mail server on loopback that speaks enough SMTP (RFC 5321) for one client, and fails on demand. */
export async function fakeSmtp(options: StandInOptions = {}): Promise<SmtpStandIn> {
  const received: ReceivedLetter[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    session(options.implicitTls ? encrypted(socket, options) : socket, options, { received, commands });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');

  return {
    port: address.port,
    received,
    commands,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

type Ledger = { received: ReceivedLetter[]; commands: string[] };

function session(socket: Socket, options: StandInOptions, ledger: Ledger, resumed = false) {
  const { behaviour = {}, certificate } = options;
  let from = '';
  let to: string[] = [];
  let inMessage = false;
  let awaited: 'user' | 'pass' | null = null;
  let pending = '';

  const answer = (step: Step | null, usual: string) => {
    const told = (step && behaviour[step]) ?? usual;
    if (told === 'drop') socket.destroy();
    else if (told === 'trickle') trickle(socket);
    else if (told !== 'silence') socket.write(`${told}\r\n`);
  };

  const onCommand = (line: string) => {
    ledger.commands.push(line);
    if (awaited) {
      awaited = awaited === 'user' ? 'pass' : null;
      return awaited ? answer(null, '334 UGFzc3dvcmQ6') : answer('AUTH', '235 2.7.0 Accepted');
    }
    const verb = line.split(' ')[0]?.toUpperCase();
    if (verb === 'EHLO') {
      const offersTls = certificate && !(socket instanceof TLSSocket);
      return answer('EHLO', `250-stand-in\r\n${offersTls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN LOGIN`);
    }
    if (verb === 'STARTTLS') {
      socket.removeAllListeners('data');
      socket.write('220 2.0.0 Ready\r\n');
      return session(encrypted(socket, options), options, ledger, true);
    }
    if (verb === 'AUTH') {
      if (!/^AUTH LOGIN$/i.test(line)) return answer('AUTH', '235 2.7.0 Accepted');
      awaited = 'user';
      return answer(null, '334 VXNlcm5hbWU6');
    }
    if (verb === 'MAIL') {
      from = /<(.*?)>/.exec(line)?.[1] ?? '';
      return answer('MAIL', '250 2.1.0 Ok');
    }
    if (verb === 'RCPT') {
      to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      return answer('RCPT', '250 2.1.5 Ok');
    }
    if (verb === 'DATA') {
      inMessage = behaviour.DATA === undefined;
      return answer('DATA', '354 Go on');
    }
    if (verb === 'QUIT') return void socket.end('221 2.0.0 Bye\r\n');
    return answer(null, '250 2.0.0 Ok');
  };

  const onMessage = (raw: string) => {
    ledger.received.push({ ...parseMessage(raw), from, to, encrypted: socket instanceof TLSSocket });
    inMessage = false;
    to = [];
    answer('message', '250 2.0.0 Taken');
  };

  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1');
    while (true) {
      if (inMessage && behaviour.body) return answer('body', '');
      const end = pending.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const [taken, rest] = [pending.slice(0, end), pending.slice(end + (inMessage ? 5 : 2))];
      pending = rest;
      if (inMessage) onMessage(taken);
      else onCommand(taken);
    }
  });

  if (!resumed) answer('greeting', '220 stand-in ESMTP');
}

function encrypted(socket: Socket, { certificate }: StandInOptions) {
  return new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {});
}

function trickle(socket: Socket) {
  const drip = setInterval(() => socket.write('250-\r\n'), 20);
  socket.on('close', () => clearInterval(drip));
}
