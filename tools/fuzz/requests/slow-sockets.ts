import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The start of requests that never end, and the server's time limit for each; the server checks every 2 s. */
const slow = {
  header: { begins: 'GET /site.json HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', mostSeconds: 15 },
  body: {
    begins:
      'POST /api/admin/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
    mostSeconds: 120,
  },
} as const;

const BYTE_EVERY_MS = 1_000;
/** A busy machine checks late. */
const GRACE_SECONDS = 15;

/** Connections that send one byte per second, and when the server closed each of them (T64). */
export class SlowSockets {
  readonly #began = performance.now();
  readonly #part: keyof typeof slow;
  readonly #sockets: Socket[];
  readonly #cutAfterSeconds: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(url: string, part: keyof typeof slow, count: number) {
    this.#part = part;
    const port = Number(new URL(url).port);
    this.#sockets = Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(slow[part].begins));
      // A write error also means that the server closed the connection.
      socket.on('error', () => undefined);
      socket.on('close', () => this.#cutAfterSeconds.push((performance.now() - this.#began) / 1_000));
      return socket.resume();
    });
    this.#timer = setInterval(() => {
      for (const socket of this.#sockets) if (socket.writable) socket.write('x');
    }, BYTE_EVERY_MS);
  }

  /** Waits until all connections are closed or should be. */
  async cut(): Promise<void> {
    while (this.#open > 0 && performance.now() - this.#began < this.#latest * 1_000) await sleep(200);
  }

  get areCutInTime(): boolean {
    return this.#open === 0 && this.#longest <= this.#latest;
  }

  get tale(): string {
    return `${this.#sockets.length} slow in the ${this.#part}, cut after ${Math.round(this.#longest)} s, ${this.#open} open`;
  }

  /** Closes the remaining connections. */
  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
  }

  get #latest(): number {
    return slow[this.#part].mostSeconds + GRACE_SECONDS;
  }

  get #open(): number {
    return this.#sockets.length - this.#cutAfterSeconds.length;
  }

  get #longest(): number {
    return Math.max(0, ...this.#cutAfterSeconds);
  }
}
