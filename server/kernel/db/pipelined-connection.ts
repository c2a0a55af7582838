import pg from 'pg';
import { isRefused, isStale, runStatement, type Statement } from './fast-query.ts';

export type PipelinedConnectionOptions = {
  config: pg.ClientConfig;
  /** The statement that sets up a new connection. */
  greeting: string;
  onError: (error: Error) => void;
};

/** One pipelined connection: each statement is sent at once, without waiting for the answers of earlier ones. */
export class PipelinedConnection {
  readonly #client: pg.Client;
  #ready: Promise<unknown> | null;
  /** When the statements without an answer were sent, oldest first. */
  readonly #sentAt: number[] = [];
  #isCorked = false;
  isOpen = true;
  lastUsed = 0;

  constructor({ config, greeting, onError }: PipelinedConnectionOptions) {
    this.#client = new pg.Client({ ...config, pipeline: true });
    this.#client.on('error', onError);
    this.#client.once('end', () => (this.isOpen = false));
    this.#ready = this.#client.connect().then(() => this.#client.query(greeting));
    this.#ready.then(() => (this.#ready = null)).catch(() => this.close());
  }

  get waiting(): number {
    return this.#sentAt.length;
  }

  /** How long the oldest statement has been waiting for its answer. */
  waitedMs(now: number): number {
    return now - (this.#sentAt[0] ?? now);
  }

  async run<Row extends pg.QueryResultRow>(statement: Statement, now: number): Promise<pg.QueryResult<Row>> {
    this.lastUsed = now;
    this.#sentAt.push(now);
    try {
      if (this.#ready) await this.#ready;
      this.#corkUntilTick();
      return await runStatement<Row>(this.#client, statement);
    } catch (error) {
      if (isStale(error) || !isRefused(error)) void this.close();
      throw error;
    } finally {
      // Answers come in the order of the statements.
      this.#sentAt.shift();
    }
  }

  /** Lets the statements in flight finish. */
  async close(): Promise<void> {
    this.isOpen = false;
    // A client that is ended while it connects would never say that it could not.
    await this.#ready?.catch(() => {});
    await this.#client.end().catch(() => {});
  }

  /** Ends the connection at once; its statements fail. */
  abort(): void {
    this.isOpen = false;
    this.#client.connection.stream.destroy();
  }

  /** The statements of several requests leave in one write. */
  #corkUntilTick(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}
