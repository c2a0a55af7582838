import pg from 'pg';
import { isRefused, isStale, runStatement, type Statement } from './fast-query.ts';
import { openPipelinedReads } from './pipelined-reads.ts';
import { renameStatement } from './prepared.ts';
import { type Scope, statementFor } from './scope.ts';

// Counts and sums fit into a number; a date stays text, because a time zone could shift it.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** The name under which operators see the connections in pg_stat_activity. */
const APPLICATION = 'vialkeep';

/** A database that accepts a connection and does not greet is as good as away, and so is a pool without a free one. */
const CONNECTED_WITHIN_MS = 5_000;

export type ScopedPool = {
  /** A connection for a transaction, a write or a slow read. */
  take(scope: Scope): Promise<pg.PoolClient>;
  /** A new connection for one file, which the caller must close. */
  takeForFile(scope: Scope): Promise<pg.PoolClient>;
  /** One short read. */
  read<Row extends pg.QueryResultRow>(scope: Scope, statement: Statement): Promise<pg.QueryResult<Row>>;
  figures(): ConnectionFigures;
  close(): Promise<void>;
};

/** The connections of one kind, and how many tasks wait for one or, where it is shared, for its answer. */
export type PoolFigures = { readonly open: number; readonly inUse: number; readonly waiting: number };

export type ConnectionFigures = Readonly<Record<'platform' | 'site' | 'pipelined', PoolFigures>>;

export type PoolOptions = {
  url: string;
  size: number;
  /** The longest wait for a connection, in milliseconds. */
  waitMs?: number;
  /** The most pipelined connections of one scope. */
  pipelined: number;
  /** The most pipelined connections of all scopes. */
  mostPipelined?: number;
  onError: (error: Error) => void;
};

/**
 * Platform and site connections have separate pools, because nearly every request uses both. Platform connections set
 * their role once when they open. Site connections remember their last site, so that switching costs a round trip only
 * when it changes. Short reads share pipelined connections. A file has a connection of its own, because it lasts as long
 * as its reader takes.
 */
export function openPool({
  url,
  size,
  waitMs = CONNECTED_WITHIN_MS,
  pipelined,
  mostPipelined,
  onError,
}: PoolOptions): ScopedPool {
  const config = {
    connectionString: url,
    application_name: APPLICATION,
    connectionTimeoutMillis: waitMs,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  };
  const open = (more: pg.PoolConfig = {}) =>
    watched(new pg.Pool({ ...config, max: size, idleTimeoutMillis: 30_000, ...more }), onError);
  const platform = open({ verify: (client, done) => client.query(statementFor('platform'), done) });
  const site = open();
  const files = open({ maxUses: 1 });
  const reads = openPipelinedReads({
    config,
    greetingFor: (scope) => `${statementFor(scope)}; set default_transaction_read_only = on`,
    size: pipelined,
    most: mostPipelined,
    onError,
  });
  const chosen = new WeakMap<pg.PoolClient, Scope>();

  const take = async (scope: Scope): Promise<pg.PoolClient> => {
    if (scope === 'platform') return platform.connect();
    const client = await site.connect();
    if (chosen.get(client) === scope) return client;
    await choose(client, scope);
    chosen.set(client, scope);
    return client;
  };

  const takeForFile = async (scope: Scope): Promise<pg.PoolClient> => {
    const client = await files.connect();
    await choose(client, scope);
    return client;
  };

  const readOnce = async <Row extends pg.QueryResultRow>(scope: Scope, statement: Statement) => {
    const client = await take(scope);
    let failed = true;
    try {
      const result = await runStatement<Row>(client, statement);
      failed = false;
      return result;
    } finally {
      client.release(failed);
    }
  };

  const readFromPool = <Row extends pg.QueryResultRow>(scope: Scope, statement: Statement) =>
    readOnce<Row>(scope, statement).catch((error: unknown) => {
      if (isStale(error)) return readOnce<Row>(scope, renameStatement(statement));
      throw error;
    });

  return {
    take,
    takeForFile,
    async read<Row extends pg.QueryResultRow>(scope: Scope, statement: Statement) {
      const onShared = reads.run<Row>(scope, statement);
      if (!onShared) return readFromPool<Row>(scope, statement);
      try {
        return await onShared;
      } catch (error) {
        if (isStale(error)) return readFromPool<Row>(scope, renameStatement(statement));
        if (isRefused(error)) throw error;
        return readFromPool<Row>(scope, statement);
      }
    },
    figures: () => ({ platform: figuresOf(platform), site: figuresOf(site), pipelined: reads.figures() }),
    async close() {
      await Promise.all([platform.end(), site.end(), files.end(), reads.close()]);
    },
  };
}

async function choose(client: pg.PoolClient, scope: Scope): Promise<void> {
  try {
    await client.query(statementFor(scope));
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function figuresOf({ totalCount, idleCount, waitingCount }: pg.Pool): PoolFigures {
  return { open: totalCount, inUse: totalCount - idleCount, waiting: waitingCount };
}

/** Connections of the owner role for the job queue, which owns its tables. The caller closes the pool. */
export function openQueuePool({ url, size, onError }: Omit<PoolOptions, 'pipelined'>): pg.Pool {
  const config = { connectionString: url, application_name: `${APPLICATION} jobs`, max: size };
  return watched(new QueuePool({ ...config, connectionTimeoutMillis: CONNECTED_WITHIN_MS }), onError);
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;
type Release = (error?: unknown) => void;

/**
 * The queue's library releases its listening connection twice where the connection is lost while the library ends. The pool
 * throws at the second release, and as the library awaits neither, the process would end.
 */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (connected === undefined) return super.connect();
    super.connect((error, client, release) => connected(error, client, onceOnly(release)));
  }
}

function onceOnly(release: Release): Release {
  let isReleased = false;
  return (error) => {
    if (!isReleased) release(error);
    isReleased = true;
  };
}

/**
 * pg handles errors of idle connections only; an unhandled error of a connection in use or closing would end the
 * process.
 */
function watched(pool: pg.Pool, onError: PoolOptions['onError']): pg.Pool {
  return pool.on('connect', (client) => client.on('error', onError)).on('error', () => {});
}
