import pg from 'pg';

export type PipelinedConnection = {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  close(): Promise<void>;
};

export type LineOptions = {
  config: pg.ClientConfig;
  /** What a new connection is told before anything else. */
  greeting: string;
  onError: (error: Error) => void;
};

/** Without an answer for so long, the connection is given up, and with it whatever waits behind. */
const TIMEOUT_MS = 5_000;

/**
 * One connection that many short statements share: each is sent at once, behind those not answered yet, which costs
 * far less than a connection for each. Meant for what every request asks first; a long statement would hold up all.
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
    // What is under way on it is still answered.
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
        // The next statement gets a new connection: this one may be broken, or keep a plan that is no longer true.
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
