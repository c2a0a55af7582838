import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { type AuditRows, insertAuditRows } from '../audit/audit-rows.ts';
import type { EventRow } from '../audit/event-rows.ts';
import type { DataKey } from '../secrets/data-key.ts';
import { type ExportConnection, openExportConnection } from './export-connection.ts';
import { isStale, runStatement } from './fast-query.ts';
import { type ConnectionFigures, openPool, type PoolOptions } from './pool.ts';
import { getPreparedClient, nameStatement, type PreparedClient, renameStatement } from './prepared.ts';
import { requireReplicated } from './replicated-commit.ts';
import type { Scope } from './scope.ts';
import { runDirectly } from './statement.ts';
import type { DB as Tables } from './tables.generated.ts';
import { LastStatements, TransactionConnection } from './transaction.ts';

/** For reads. */
export type Db = Kysely<Tables>;

/** The cause of a unit of work; every audit row repeats it. */
export type AuditContext = {
  readonly actorId: number | null;
  readonly userId: number | null;
  readonly sessionId: number | null;
  /** The API key by which a program acts in the user's name. */
  readonly apiKeyId?: number | null;
  readonly requestId: string;
  /** The origin of the request; null when the product itself acts. */
  readonly origin?: Origin | null;
};

export type Origin = { readonly address: string; readonly device: string };

/** For writes: a transaction and its audit context. Only `write` creates one. */
export type Work = {
  readonly db: Transaction<Tables>;
  readonly cause: AuditContext;
  /** `audit` adds its rows here. */
  readonly audited: AuditRows;
  /** `announceEvent` adds its rows here. */
  readonly announced: EventRow[];
  /** What leaves with the commit. */
  readonly last: LastStatements;
  /** Key for values that are stored sealed. */
  readonly dataKey: DataKey;
};

export type Store = {
  /** For short reads, which share pipelined connections: a slow one would delay the others. */
  read(scope: Scope): Db;
  /** For reads that may take long, each on a connection of its own: files, reports and recounts. */
  readSlowly(scope: Scope): Db;
  /** Several reads of one state in a transaction that can write nothing. */
  readOnly<T>(scope: Scope, task: (db: Db) => Promise<T>): Promise<T>;
  /** For one file. The caller must close the connection. */
  openExport(scope: Scope): Promise<ExportConnection>;
  /** Runs one transaction. It must write at least one audit row, or it is rolled back. */
  write<T>(scope: Scope, cause: AuditContext, task: (work: Work) => Promise<T>): Promise<T>;
  /** Writes without an audit row, for housekeeping such as counters and last-seen times. `why` states the reason. */
  unaudited<T>(why: string, task: (db: Db) => Promise<T>): Promise<T>;
  /** Runs one statement of a ledger of its own, for every site, and returns when its commit is safe. */
  append(text: string, values: readonly unknown[]): Promise<void>;
  /** One short read by its text, for the few hot paths where building it would cost more than running it. */
  query<Row extends pg.QueryResultRow>(scope: Scope, text: string, values: readonly unknown[]): Promise<Row[]>;
  figures(): ConnectionFigures;
  close(): Promise<void>;
};

const TRIES = 3;
/** A migration can change the tables of several statements of a transaction, and each try meets one of them. */
const STALE_TRIES = 20;

export function openStore({ dataKey, ...options }: PoolOptions & { dataKey: DataKey }): Store {
  const pool = openPool(options);
  const read = oncePerScope((scope) => {
    const query = <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      pool.read<Row>(scope, nameStatement(text, values));
    const db = handleOn(async () => ({ query, release: () => {} }));
    runDirectly(db, async (text, values) => (await query(text, values)).rows);
    return db;
  });
  const readSlowly = oncePerScope((scope) => handleOn(async () => getPreparedClient(await pool.take(scope))));

  return {
    read,
    readSlowly,
    readOnly: (scope, task) =>
      readSlowly(scope).transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(task),
    openExport: async (scope) => openExportConnection(await pool.takeForFile(scope)),
    write: (scope, cause, task) =>
      retryOnCollision(async () => transaction(connectionOf(await pool.take(scope)), { cause, dataKey }, task)),
    unaudited: (_why, task) => task(readSlowly('platform')),
    append: (text, values) => retryOnCollision(async () => appendOn(await pool.take('platform'), text, values)),
    async query<Row extends pg.QueryResultRow>(scope: Scope, text: string, values: readonly unknown[]) {
      return (await pool.read<Row>(scope, nameStatement(text, values))).rows;
    },
    figures: () => pool.figures(),
    close: () => pool.close(),
  };
}

async function appendOn(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<void> {
  const statement = nameStatement(text, values);
  let isLost = true;
  try {
    await requireReplicated(client, () => runStatement(client, statement));
    isLost = false;
  } catch (error) {
    if (isStale(error)) renameStatement(statement);
    throw error;
  } finally {
    client.release(isLost);
  }
}

function oncePerScope(open: (scope: Scope) => Db): (scope: Scope) => Db {
  const opened = new Map<Scope, Db>();
  return (scope) => {
    const db = opened.get(scope) ?? open(scope);
    opened.set(scope, db);
    return db;
  };
}

function handleOn(connect: () => Promise<PreparedClient>): Db {
  // @NOTE Kysely expects pg's pool and client types but uses only these methods.
  const pool = { connect, end: async () => {} } as unknown as pg.Pool;
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

// Cached for the life of a connection: a handle takes longer to make than a statement to send.
const connections = new WeakMap<pg.PoolClient, TransactionConnection>();

function connectionOf(client: pg.PoolClient): TransactionConnection {
  const known = connections.get(client);
  if (known) return known;
  const made = new TransactionConnection(client, (connection) => {
    const inTransaction: PreparedClient = {
      query: (text, values) => connection.query(text, values),
      release: () => {},
    };
    // @NOTE every statement of this handle runs in the transaction that its connection has begun.
    const db = handleOn(async () => inTransaction) as Transaction<Tables>;
    runDirectly(db, async (text, values) => (await connection.query<pg.QueryResultRow>(text, values)).rows);
    return db;
  });
  connections.set(client, made);
  return made;
}

async function transaction<T>(
  connection: TransactionConnection,
  context: Pick<Work, 'cause' | 'dataKey'>,
  task: (work: Work) => Promise<T>,
): Promise<T> {
  const work: Work = {
    ...context,
    db: connection.db,
    audited: { rows: [], origin: null },
    announced: [],
    last: new LastStatements(),
  };
  connection.open();
  try {
    const result = await task(work);
    if (work.audited.rows.length === 0) throw new Error('A unit of work left no audit row.');
    // Last of all: an audit row locks its site's chain until the transaction ends.
    for (const statement of insertAuditRows(work.audited, work.announced)) work.last.add(statement);
    await connection.commit(work.last);
    return result;
  } catch (error) {
    // Another branch of a failed task may still send statements, which must never reach a later transaction.
    connections.delete(connection.client);
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

/** Retries the transaction that PostgreSQL aborted because of a deadlock, a serialization failure or a changed table. */
async function retryOnCollision<T>(run: () => Promise<T>): Promise<T> {
  let collisions = 0;
  let stale = 0;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (isStale(error)) stale += 1;
      else if (isCollision(error)) collisions += 1;
      else throw error;
      if (collisions === TRIES || stale === STALE_TRIES) throw error;
    }
  }
}

function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
}
