import { Connection, requestText } from '../../harness/connection.ts';

/** More than a server of two processes handles at a time, and waits for. */
const CALLERS = 200;

/** Calls without a pause, so that the server must refuse some of them. */
export class Crowd {
  readonly #work: Promise<void>[];
  #isOver = false;
  #refused = 0;

  constructor(port: number, path: string, token: string) {
    const request = requestText('GET', path, token);
    this.#work = Array.from({ length: CALLERS }, () => this.#callOn(new Connection(port), request));
  }

  get refused(): number {
    return this.#refused;
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#work);
  }

  async #callOn(connection: Connection, request: string): Promise<void> {
    while (!this.#isOver) {
      const { status } = await connection.ask(request);
      if (status === 503) this.#refused += 1;
    }
    connection.close();
  }
}
