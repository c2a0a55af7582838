import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DataKey } from '../secrets/data-key.ts';
import { openPool, type PoolOptions, type Scope } from './pool.ts';
import { getPreparedClient, nameStatement } from './prepared.ts';
import type { DB as Tables } from './tables.generated.ts';

/** For reads. */
export type Db = Kysely<Tables>;

/** The cause of a unit of work; every audit row repeats it. */
export type AuditContext = {
  readonly actorId: number | null;
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly requestId: string;
  /** The origin of the request; null when the product itself acts. */
  readonly origin?: Origin | null;
};

export type Origin = { readonly address: string; readonly device: string };

/** For writes: a transaction and its audit context. Only `write` creates one. */
export type Work = {
  readonly db: Transaction<Tables>;
  readonly cause: AuditContext;
  /** `audit` counts its rows here and stores the hash of the origin row. */
  readonly audited: { rows: number; origin: string | null };
  /** Key for values that are stored sealed. */
  readonly dataKey: DataKey;
};

export type Store = {
  read(scope: Scope): Db;
  /** Runs one transaction. It must write at least one audit row, or it is rolled back. */
  write<T>(scope: Scope, cause: AuditContext, task: (work: Work) => Promise<T>): Promise<T>;
  /** Writes without an audit row, for housekeeping such as counters and last-seen times. `why` states the reason. */
  unaudited<T>(why: string, task: (db: Db) => Promise<T>): Promise<T>;
  /** One statement by its text, for the few hot paths where building it would cost more than running it. */
  query<Row extends pg.QueryResultRow>(scope: Scope, text: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

const TRIES = 3;

export function openStore({ dataKey, ...options }: PoolOptions & { dataKey: DataKey }): Store {
  const pool = openPool(options);
  const handles = new Map<Scope, Db>();

  const read = (scope: Scope): Db => {
    const known = handles.get(scope);
    if (known) return known;
    const handle = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolFor(scope) }) });
    handles.set(scope, handle);
    return handle;
  };

  // @NOTE Kysely expects pg's pool and client types but uses only these methods.
  const poolFor = (scope: Scope) =>
    ({ connect: async () => getPreparedClient(await pool.take(scope)), end: async () => {} }) as unknown as pg.Pool;

  return {
    read,
    write: (scope, cause, task) => retryOnCollision(() => transaction(read(scope), { cause, dataKey }, task)),
    unaudited: (_why, task) => task(read('platform')),
    async query<Row extends pg.QueryResultRow>(scope: Scope, text: string, values: readonly unknown[]) {
      return (await pool.query<Row>(scope, nameStatement(text, values))).rows;
    },
    close: () => pool.close(),
  };
}

async function transaction<T>(
  db: Db,
  context: Pick<Work, 'cause' | 'dataKey'>,
  task: (work: Work) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const work: Work = { ...context, db: trx, audited: { rows: 0, origin: null } };
    const result = await task(work);
    if (work.audited.rows === 0) throw new Error('A unit of work left no audit row.');
    return result;
  });
}

/** Retries the transaction that PostgreSQL aborted because of a deadlock or a serialization failure. */
async function retryOnCollision<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === TRIES || !isCollision(error)) throw error;
    }
  }
}

function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
}
