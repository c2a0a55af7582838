import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';
import { applyMigration, RETRY_RULE, type RetryRule } from './migrations/apply-migration.ts';
import { MIGRATIONS_DIRECTORY, type Migration, readMigrations } from './migrations/migration-files.ts';
import { openOwnerConnection, withConnection } from './roles.ts';
import { requireFinishedRestore } from './unfinished-restore.ts';

export type MigrateOptions = {
  directory?: string;
  /** False refuses an older schema instead of migrating it. */
  apply?: boolean;
  /** The last migration to run: the schema version of a backup. */
  until?: number;
  /** True for the restore that this database is marked for; any other caller is refused. */
  isRestoring?: boolean;
  log?: (sentence: string) => void;
  /** Receives what an operator should know besides the files that ran. */
  notify?: (sentence: string) => void;
  retry?: Partial<RetryRule>;
  /** Called at the end of this server's turn, before another one can begin a migration. */
  beforeTurnEnds?: () => Promise<void>;
};

type Applied = { number: number; name: string; sha256: string; keeps_previous: boolean | null };

// The key of the advisory lock; any number works, as long as every Vialkeep server uses the same.
const LOCK = 7_215_532;
// Held in share mode by every server that has migrated.
const PRESENT = 7_215_533;
const LOCK_POLL_MS = 100;

/**
 * Migrates the database to the schema of this version and returns the files that ran. Servers that start at once take
 * turns: the first runs the migrations, the others find them done.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { directory = MIGRATIONS_DIRECTORY, apply = true, until = Infinity } = options;
  const { isRestoring = false, log = () => {}, notify = () => {} } = options;
  const migrations = (await readMigrations(directory)).filter(({ number }) => number <= until);
  return withConnection(ownerUrl, async (owner) => {
    await takeTurn(owner);
    if (!isRestoring) await requireFinishedRestore(owner);
    const { pending, unknown } = compareMigrations(migrations, await readApplied(owner));
    if (unknown.length > 0) {
      notify(
        `A newer Vialkeep has upgraded this database (${unknown.join(', ')}) and keeps this version working; ` +
          'upgrade this server as well.',
      );
    }
    if (pending.length > 0 && !apply) {
      throw new StartupProblem(
        `The database has an older schema: ${pending.map(({ file }) => file).join(', ')} must run first, ` +
          'which AUTO_MIGRATE=on does at start.',
      );
    }
    await requireNoOtherServer(owner, pending);
    for (const migration of pending) {
      await applyMigration(ownerUrl, owner, migration, { ...RETRY_RULE, ...options.retry });
      log(`Ran migration ${migration.file}.`);
    }
    await options.beforeTurnEnds?.();
    return pending.map(({ file }) => file);
  });
}

/** The migrations that this version still has to run. */
export async function pendingMigrations(ownerUrl: string, directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const migrations = await readMigrations(directory);
  return withConnection(ownerUrl, async (owner) =>
    compareMigrations(migrations, await readApplied(owner)).pending.map(({ file }) => file),
  );
}

/**
 * Asks again and again instead of waiting in one statement: no timeout of the owner's role can end it, and an index that
 * another server builds concurrently waits for every running statement, this one included.
 */
async function takeTurn(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** Earlier versions made the table without the last column. */
async function readApplied(owner: pg.Client): Promise<Applied[]> {
  const { rowCount } = await owner.query("select 1 where to_regclass('public.schema_migrations') is not null");
  if (rowCount === 0) return [];
  const { rows } = await owner.query<Applied>(
    `select number, name, sha256, (to_jsonb(applied) ->> 'keeps_previous')::boolean as keeps_previous
     from public.schema_migrations applied order by number`,
  );
  return rows;
}

/** Returns the files that have to run, and the names of those that a newer version has run and that keep this one working. */
function compareMigrations(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): { pending: Migration[]; unknown: string[] } {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  const unknown: string[] = [];
  for (const { number, name, sha256, keeps_previous } of applied) {
    const migration = known.get(number);
    if (!migration && keeps_previous !== true) {
      throw new StartupProblem(
        `This database was made by a newer Vialkeep: it has the migration ${name}, which this version does not know.`,
      );
    }
    if (!migration) unknown.push(name);
    else if (migration.sha256 !== sha256) {
      throw new StartupProblem(
        `The migration ${migration.file} was changed after it had run on this database; a change needs a new file.`,
      );
    }
    known.delete(number);
  }
  const latest = applied.at(-1);
  const late = latest && [...known.values()].find(({ number }) => number < latest.number);
  if (late) {
    throw new StartupProblem(
      `The migration ${late.file} comes before ${latest.name}, which has already run on this database; give it a higher number.`,
    );
  }
  return { pending: [...known.values()], unknown };
}

/**
 * The processes that work for the queue: each holds its key as an advisory lock for as long as it lives. A server that has
 * had its turn and whose processes are not registered yet holds its own key. One that has not waits for its turn.
 */
const COUNT_PROCESSES = `
  with held as (
    select classid::bigint << 32 | objid::bigint as key from pg_locks
      join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
    where locktype = 'advisory' and objsubid = 1 and granted
  )
  select greatest((select count(distinct process_key) from public.job_workers join held on key = process_key),
                  (select count(*) from held where key = ${PRESENT}))::int as processes`;

/**
 * Marks a server as present on a connection of its own, which must stay open for as long as the server runs. Waits while a
 * task runs that allows no server. Returns a function that closes the connection.
 */
export async function announceServer(ownerUrl: string): Promise<() => Promise<void>> {
  const client = openOwnerConnection(ownerUrl);
  await client.connect();
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
      PRESENT,
    ]);
    if (rows[0]?.taken) return () => client.end().catch(() => {});
    await sleep(LOCK_POLL_MS);
  }
}

/** Runs a task while no server is present, and none can start. Null where one is. */
export async function withoutServers<T>(ownerUrl: string, task: () => Promise<T>): Promise<T | null> {
  const client = openOwnerConnection(ownerUrl);
  await client.connect();
  try {
    await client.query('select release_dead_workers()');
    const { rows } = await client.query<{ isAlone: boolean }>(
      `select pg_try_advisory_lock($1) and not exists (select from job_workers) as "isAlone"`,
      [PRESENT],
    );
    return rows[0]?.isAlone === true ? await task() : null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Looks before the first file runs, so that a refused start has changed nothing. */
async function requireNoOtherServer(owner: pg.Client, pending: readonly Migration[]): Promise<void> {
  for (const { file, header } of pending) {
    if (!header || header.isOnline) continue;
    const { rowCount } = await owner.query("select 1 where to_regclass('public.job_workers') is not null");
    if (rowCount === 0) return;
    const { rows } = await owner.query<{ processes: number }>(COUNT_PROCESSES);
    if (!rows[0]?.processes) return;
    throw new StartupProblem(
      `The migration ${file} must run while no server is at work (${header.why}), and other servers are connected ` +
        `to the database (processes: ${rows[0].processes}); stop them, then start this one.`,
    );
  }
}
