import pg from 'pg';

export type PipelinedConnection = {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  close(): Promise<void>;
};

export type LineOptions = {
  config: pg.ClientConfig;
  /** The statement that sets up a new connection. */
  greeting: string;
  onError: (error: Error) => void;
};

/** Without an answer for this long, the connection is closed and every queued statement fails. */
const TIMEOUT_MS = 5_000;

/**
 * One connection that pipelines many short statements: each is sent at once, without waiting for earlier answers, which
 * costs far less than a connection for each. For the statements that every request runs first; a long statement would
 * delay all others.
 */
export function openPipelinedConnection({ config, greeting, onError }: LineOptions): PipelinedConnection {
  let current: Promise<pg.Client> | null = null;

  const dial = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, pipeline: true, query_timeout: TIMEOUT_MS }).on('error', onError);
    await client.connect();
    try {
      await client.query(greeting);
      return client;
    } catch (error) {
      await client.end();
      throw error;
    }
  };

  const dropConnection = (line: Promise<pg.Client>): void => {
    if (current !== line) return;
    current = null;
    // `end` waits for the statements in flight.
    line.then((client) => client.end()).catch(() => {});
  };

  const connected = (): Promise<pg.Client> => {
    if (current) return current;
    const line = dial();
    current = line;
    line.then(
      (client) => client.once('end', () => dropConnection(line)),
      () => dropConnection(line),
    );
    return line;
  };

  return {
    async query(statement) {
      const line = connected();
      try {
        return await (await line).query(statement);
      } catch (error) {
        // The next statement opens a new connection: this one may be broken, or hold a stale plan.
        dropConnection(line);
        throw error;
      }
    },
    async close() {
      const line = current;
      current = null;
      await line?.then((client) => client.end()).catch(() => {});
    },
  };
}
