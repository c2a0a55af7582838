import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupProblem } from '../../startup-problem.ts';
import { type LockBlocker, watchBlockers } from './lock-blocker.ts';
import { companionOf, type Migration } from './migration-files.ts';
import { refuseRewrites } from './table-rewrites.ts';

export type RetryRule = {
  readonly tries: number;
  /**
   * The longest wait for a lock. Calls queue behind a statement that waits for a table, so this is how long a migration
   * may delay them; the first try waits a tenth of it, which is enough where no transaction is long.
   */
  readonly lockTimeoutMs: number;
  readonly pause: (ms: number) => Promise<unknown>;
};

export const RETRY_RULE: RetryRule = { tries: 20, lockTimeoutMs: 2_000, pause: sleep };

const FIRST_SHARE = 0.1;
const SHARE_GROWTH = 1.3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** No call waits behind a statement with `concurrently`, and each try of it begins from nothing. */
const CONCURRENTLY_FACTOR = 30;

const LOCK_NOT_AVAILABLE = '55P03';
const COLLISIONS = new Set([LOCK_NOT_AVAILABLE, '40P01', '40001']);

/** Runs a migration, again after a pause when other transactions were in its way. */
export async function applyMigration(
  ownerUrl: string,
  owner: pg.Client,
  migration: Migration,
  { tries, lockTimeoutMs, pause }: RetryRule,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const watch = attempt === tries ? await watchBlockers(ownerUrl, owner) : null;
    const failure = await tryMigration(owner, migration, timeoutOf(attempt, migration, lockTimeoutMs));
    const blocker = (await watch?.stop()) ?? null;
    if (failure === null) return;
    const { error } = failure;
    if (!COLLISIONS.has(error.code ?? '')) {
      throw new StartupProblem(`The migration ${migration.file} failed${placeOf(failure)}: ${error.message}.`);
    }
    if (attempt === tries) throw new StartupProblem(describeCollision(migration, tries, error, blocker));
    await pause(pauseAfter(attempt));
  }
}

/** PostgreSQL takes 0 for no limit. */
function timeoutOf(attempt: number, migration: Migration, longestMs: number): number {
  if (buildsConcurrently(migration)) return longestMs * CONCURRENTLY_FACTOR;
  return Math.max(1, Math.round(longestMs * Math.min(1, FIRST_SHARE * SHARE_GROWTH ** (attempt - 1))));
}

/** Grows by half each time, and differs between servers, so that they do not meet again. */
function pauseAfter(attempt: number): number {
  const base = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** (attempt - 1));
  return Math.round(base * (0.75 + Math.random() / 2));
}

function describeCollision(
  { file }: Migration,
  tries: number,
  { code, message }: pg.DatabaseError,
  blocker: LockBlocker | null,
): string {
  const left = isConcurrent(file) ? 'the next start repeats it' : 'the schema is unchanged';
  const problem =
    code === LOCK_NOT_AVAILABLE ? `got no lock in ${tries} tries` : `failed in ${tries} tries (${message})`;
  if (blocker === null) return `The migration ${file} ${problem}; ${left}.`;
  const age = blocker.seconds === null ? '' : `, open for ${blocker.seconds} s,`;
  const program = blocker.application === '' ? 'a program without a name' : `“${blocker.application}”`;
  return `The migration ${file} ${problem}, because a transaction of ${program}${age} was in its way; ${left}.`;
}

type MigrationFailure = {
  readonly error: pg.DatabaseError;
  /** The text whose statement failed; null for a statement of the runner. */
  readonly part: MigrationPart | null;
};

/** The file itself, or one of its companions by its name. */
type MigrationPart = { readonly sql: string; readonly companion?: string };

/** Returns the database's error after a rollback; null after success. */
async function tryMigration(
  owner: pg.Client,
  migration: Migration,
  lockTimeoutMs: number,
): Promise<MigrationFailure | null> {
  let running: MigrationPart | null = null;
  const runPart = async (part: MigrationPart) => {
    running = part;
    await owner.query(part.sql);
    running = null;
  };
  try {
    await owner.query(`set lock_timeout = ${lockTimeoutMs}`);
    await runMigration(owner, migration, runPart);
    return null;
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { error, part: running };
  }
}

/**
 * A file runs in one transaction together with the row that records it. The single statement of a `.concurrent.sql` file
 * commits by itself, table by table; it can be repeated, because a server that is killed before the record runs it again.
 */
async function runMigration(
  owner: pg.Client,
  migration: Migration,
  runPart: (part: MigrationPart) => Promise<void>,
): Promise<void> {
  const { file, sql, header, around } = migration;
  if (isConcurrent(file)) {
    await dropUnfinishedIndexes(owner, sql);
    await runPart({ sql });
    await owner.query('begin');
  } else {
    await owner.query('begin');
    const allowRewrites = header?.isOnline ? await refuseRewrites(owner) : null;
    await runPart({ sql: around.before, companion: companionOf(file, 'before') });
    await runPart({ sql });
    await runPart({ sql: around.after, companion: companionOf(file, 'after') });
    await allowRewrites?.();
  }
  await recordMigration(owner, migration);
  await owner.query('commit');
}

/** Looks before it alters: a backup reads the table for as long as it runs. */
const CREATE_RECORD = `
  create table if not exists public.schema_migrations (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    keeps_previous boolean
  );
  do $$ begin
    if not exists (select from pg_attribute
      where attrelid = 'public.schema_migrations'::regclass and attname = 'keeps_previous') then
      alter table public.schema_migrations add column keeps_previous boolean;
    end if;
  end $$`;

async function recordMigration(owner: pg.Client, { number, file, sha256, header }: Migration): Promise<void> {
  await owner.query(CREATE_RECORD);
  await owner.query(
    'insert into public.schema_migrations (number, name, sha256, keeps_previous) values ($1, $2, $3, $4)',
    [number, file, sha256, header?.isOnline ?? null],
  );
}

/**
 * An index that was being built concurrently when its server was killed, or when it got no lock, stays without being
 * used, and `if not exists` would take it for complete.
 */
async function dropUnfinishedIndexes(owner: pg.Client, sql: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace and relkind = 'i'`,
  );
  for (const { name } of rows.filter((row) => new RegExp(`\\b${row.name}\\b`).test(sql))) {
    await owner.query(`drop index concurrently if exists public.${owner.escapeIdentifier(name)}`);
  }
}

function isConcurrent(file: string): boolean {
  return file.endsWith('.concurrent.sql');
}

function buildsConcurrently({ file, sql }: Migration): boolean {
  return isConcurrent(file) && /\bconcurrently\b/i.test(sql.replaceAll(/--.*/g, ''));
}

/** Where PostgreSQL reports the failed statement: the line of the file, or of the companion that it names. */
function placeOf({ error, part }: MigrationFailure): string {
  if (part === null) return '';
  const position = Number(error.position);
  const line = position > 0 ? ` at line ${part.sql.slice(0, position).split('\n').length}` : '';
  if (part.companion === undefined) return line;
  return line === '' ? ` in ${part.companion}` : `${line} of ${part.companion}`;
}
