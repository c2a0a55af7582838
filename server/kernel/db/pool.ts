import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import pg from 'pg';
import { openPipelinedConnection } from './pipelined-connection.ts';

/** The rows that a connection can see: those of every site, or of one. */
export type Scope = 'platform' | DomainId;

// Counts and sums fit into a number; a date stays text, because a time zone could shift it.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type ScopedPool = {
  take(scope: Scope): Promise<pg.PoolClient>;
  /** One short statement outside a transaction. */
  query<Row extends pg.QueryResultRow>(scope: Scope, statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  close(): Promise<void>;
};

export type PoolOptions = { url: string; size: number; onError: (error: Error) => void };

/**
 * Platform and site connections have separate pools, because nearly every request uses both. Platform connections set
 * their role once when they open. Site connections remember their last site, so that switching costs a round trip only
 * when it changes. Single platform statements share one pipelined connection.
 */
export function openPool({ url, size, onError }: PoolOptions): ScopedPool {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  };
  const open = (more: pg.PoolConfig = {}) =>
    poolOf({ ...config, max: size, idleTimeoutMillis: 30_000, ...more }, onError);
  const platform = open({ verify: (client, done) => client.query(statementFor('platform'), done) });
  const platformLine = openPipelinedConnection({ config, greeting: statementFor('platform'), onError });
  const site = open();
  const chosen = new WeakMap<pg.PoolClient, Scope>();

  const take = async (scope: Scope): Promise<pg.PoolClient> => {
    if (scope === 'platform') return platform.connect();
    const client = await site.connect();
    if (chosen.get(client) === scope) return client;
    try {
      await client.query(statementFor(scope));
      chosen.set(client, scope);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };

  return {
    take,
    async query(scope, statement) {
      if (scope === 'platform') return platformLine.query(statement);
      const client = await take(scope);
      let failed = true;
      try {
        const result = await client.query(statement);
        failed = false;
        return result;
      } finally {
        client.release(failed);
      }
    },
    async close() {
      await Promise.all([platform.end(), site.end(), platformLine.close()]);
    },
  };
}

/** Connections of the owner role for the job queue, which owns its tables. The caller closes the pool. */
export function openQueuePool({ url, size, onError }: PoolOptions): pg.Pool {
  return poolOf({ connectionString: url, max: size }, onError);
}

/**
 * pg handles errors of idle connections only; an unhandled error of a connection in use or closing would end the
 * process.
 */
function poolOf(config: pg.PoolConfig, onError: PoolOptions['onError']): pg.Pool {
  return new pg.Pool(config).on('connect', (client) => client.on('error', onError)).on('error', () => {});
}

function statementFor(scope: Scope): string {
  if (scope === 'platform') return 'set role vialkeep_platform';
  if (!Number.isSafeInteger(scope)) throw new TypeError('A scope is a domain id.');
  return `set role vialkeep_tenant; set app.domain = '${scope}'`;
}
