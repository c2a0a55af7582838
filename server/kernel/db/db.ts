import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DataKey } from '../secrets/data-key.ts';
import { openPool, type PoolOptions, type Scope } from './pool.ts';
import { named, prepared } from './prepared.ts';
import type { DB as Tables } from './tables.generated.ts';

/** For reading. */
export type Db = Kysely<Tables>;

/** What a unit of work was asked by; the audit log repeats it on every row. */
export type AuditContext = {
  readonly actorId: number | null;
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly requestId: string;
  /** From where; null where the product itself acts. */
  readonly origin?: Origin | null;
};

export type Origin = { readonly address: string; readonly device: string };

/** For writing: a transaction, and whose. Only `write` makes one. */
export type Work = {
  readonly db: Transaction<Tables>;
  readonly cause: AuditContext;
  /** Filled by `audit`: how many rows, and the hash of the one row that says from where. */
  readonly audited: { rows: number; origin: string | null };
  /** For what is stored sealed. */
  readonly dataKey: DataKey;
};

export type Store = {
  read(scope: Scope): Db;
  /** One transaction. It must leave at least one row in the audit log, or it is rolled back. */
  write<T>(scope: Scope, cause: AuditContext, task: (work: Work) => Promise<T>): Promise<T>;
  /** Housekeeping that changes nothing anybody would ask about: counters, last-seen times. Says why. */
  unaudited<T>(why: string, task: (db: Db) => Promise<T>): Promise<T>;
  /** One statement by its text, for the few paths where building it anew would cost more than running it. */
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

  // @NOTE Kysely asks for pg's own pool and client but uses only these methods of them.
  const poolFor = (scope: Scope) =>
    ({ connect: async () => prepared(await pool.take(scope)), end: async () => {} }) as unknown as pg.Pool;

  return {
    read,
    write: (scope, cause, task) => retried(() => transaction(read(scope), { cause, dataKey }, task)),
    unaudited: (_why, task) => task(read('platform')),
    async query<Row extends pg.QueryResultRow>(scope: Scope, text: string, values: readonly unknown[]) {
      return (await pool.query<Row>(scope, named(text, values))).rows;
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

/** Two transactions that collided are no fault of the caller's: the one PostgreSQL stopped runs again. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
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
