import { connect, type Socket } from 'node:net';

export type Answered = { readonly status: number; readonly ms: number; readonly body: () => string };

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const nothing: Buffer = Buffer.alloc(0);

/**
 * A keep-alive connection with one request at a time. It uses a bare socket because the client shares the machine with
 * the measured server: client overhead would hide the difference between two servers.
 */
export class Connection {
  readonly #socket: Socket;
  /** After this many milliseconds without an answer the connection is closed; 0 waits for ever. */
  readonly #giveUpMs: number;
  #received: Buffer = nothing;
  #sentAt = 0;
  #waiting: { resolve: (answered: Answered) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number, giveUpMs = 0) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#giveUpMs = giveUpMs;
    this.#socket.on('timeout', () => this.#socket.destroy());
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('The connection was closed before an answer came.')));
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  ask(request: string): Promise<Answered> {
    return new Promise((resolve, reject) => {
      // A closed socket reports no error when it is written to.
      if (!this.isOpen) throw new Error('The connection is closed.');
      this.#socket.setTimeout(this.#giveUpMs);
      this.#waiting = { resolve, reject };
      this.#sentAt = performance.now();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.end();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const whole = this.#received;
    const bodyAt = startOfCompleteBody(whole);
    if (bodyAt === null) return;
    this.#received = nothing;
    const waiting = this.#waiting;
    this.#waiting = null;
    // An idle connection waits for no answer.
    this.#socket.setTimeout(0);
    waiting?.resolve({
      status: Number(whole.toString('latin1', 9, 12)),
      ms: performance.now() - this.#sentAt,
      body: () => whole.toString('utf8', bodyAt),
    });
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

/** Returns a request in wire format, with a JSON body if there is one. A trusted proxy would add the address `from`. */
export function requestText(method: string, path: string, token?: string, body?: object, from?: string): string {
  const authorization = token === undefined ? '' : `authorization: token ${token}\r\n`;
  const forwarded = from === undefined ? '' : `x-forwarded-for: ${from}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n${authorization}${forwarded}`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Returns where the body begins; null while the response is incomplete. */
function startOfCompleteBody(received: Buffer): number | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const bodyAt = headEnd + HEAD_END.length;
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return received.length >= bodyAt + Number(length) ? bodyAt : null;
  if (!/transfer-encoding: chunked/i.test(head)) throw new Error('An answer without a length cannot be measured.');
  return received.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK ? bodyAt : null;
}
