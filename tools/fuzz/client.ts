import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Answered, Unanswered } from './requests/fuzz-request.ts';

export type Request = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | null;
};

/** Sends requests unchanged over keep-alive connections, with a timeout. */
export class Client {
  readonly #port: number;
  readonly #patienceMs: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string, patienceMs: number) {
    this.#port = Number(new URL(url).port);
    this.#patienceMs = patienceMs;
  }

  /**
   * Repeats a cut request once over a new connection, because the server may close an idle one just before its reuse.
   */
  async send(sent: Request): Promise<Answered | Unanswered> {
    const first = await this.#once(sent, this.#agent);
    return first === 'cut' ? this.#once(sent, new Agent()) : first;
  }

  /** Sends raw bytes and then ends the connection. */
  sendBytes(bytes: string): Promise<Answered | Unanswered> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect(this.#port, '127.0.0.1', () => socket.end(Buffer.from(bytes, 'latin1')));
      const end = (outcome: Answered | Unanswered) => {
        socket.destroy();
        resolve(outcome);
      };
      const timer = setTimeout(() => end('hangs'), this.#patienceMs);
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearTimeout(timer);
        end(parseResponse(Buffer.concat(chunks).toString('latin1')));
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #once({ method, path, headers, body }: Request, agent: Agent): Promise<Answered | Unanswered> {
    return new Promise((resolve) => {
      const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
      const asked = request(
        { host: '127.0.0.1', port: this.#port, agent, method, path, headers: { ...length, ...headers } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', () => done('cut'));
          answer.on('end', () =>
            done({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(chunks).toString('latin1'),
            }),
          );
        },
      );
      const timer = setTimeout(() => {
        done('hangs');
        asked.destroy();
      }, this.#patienceMs);
      const done = (outcome: Answered | Unanswered) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      asked.on('error', () => done('cut'));
      asked.end(body ?? undefined);
    });
  }
}

/** Returns the first response in the received bytes, or a 5xx response if there is one behind it. */
function parseResponse(text: string): Answered | Unanswered {
  if (text === '') return 'cut';
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
    const [head = '', ...rest] = answer.split('\r\n\r\n');
    const lines = head.split('\r\n').slice(1);
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
    });
    return {
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
      headers: Object.fromEntries(headers),
      body: rest.join('\r\n\r\n'),
    };
  });
  const [first = { status: 0, headers: {}, body: '' }] = answers;
  return answers.find(({ status }) => status >= 500) ?? first;
}
