import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';
import { withConnection } from './roles.ts';

export const MIGRATIONS_DIRECTORY = resolve(import.meta.dirname, '../../migrations');

export type MigrateOptions = {
  directory?: string;
  /** False refuses an older schema instead of migrating it. */
  apply?: boolean;
  /** The last migration to run: the schema version of a backup. */
  until?: number;
  log?: (sentence: string) => void;
};

type Migration = { number: number; file: string; sql: string; sha256: string; around: Around };

/** What also runs in the transaction of a file that fails on a supported PostgreSQL and cannot be changed any more. */
type Around = { before: string; after: string };
type Applied = { number: number; name: string; sha256: string };

// The key of the advisory lock; any number works, as long as every Vialkeep server uses the same.
const LOCK = 7_215_532;

/**
 * Migrates the database to the schema of this version and returns the files that ran. Servers that start at once take
 * turns: the first runs the migrations, the others find them done.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { directory = MIGRATIONS_DIRECTORY, apply = true, until = Infinity, log = () => {} } = options;
  const migrations = (await readMigrations(directory)).filter(({ number }) => number <= until);
  return withConnection(ownerUrl, async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [LOCK]);
    const pending = pendingAmong(migrations, await readApplied(owner));
    if (pending.length > 0 && !apply) {
      throw new StartupProblem(
        `The database has an older schema: ${pending.map(({ file }) => file).join(', ')} must run first, ` +
          'which AUTO_MIGRATE=on does at start.',
      );
    }
    for (const migration of pending) {
      await applyMigration(owner, migration);
      log(`Ran migration ${migration.file}.`);
    }
    return pending.map(({ file }) => file);
  });
}

/** The migrations that this version still has to run. */
export async function pendingMigrations(ownerUrl: string, directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const migrations = await readMigrations(directory);
  return withConnection(ownerUrl, async (owner) =>
    pendingAmong(migrations, await readApplied(owner)).map(({ file }) => file),
  );
}

/** All migration files, in order. */
export async function readMigrations(directory = MIGRATIONS_DIRECTORY): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  const migrations: Migration[] = [];
  for (const file of files) {
    const number = Number(/^(\d{4})_[a-z0-9_]+(\.concurrent)?\.sql$/.exec(file)?.[1]);
    if (!Number.isInteger(number)) {
      throw new StartupProblem(`The migration ${file} must be named like 0001_what_it_does.sql.`);
    }
    if (migrations.at(-1)?.number === number) {
      throw new StartupProblem(`The migrations ${migrations.at(-1)?.file} and ${file} have the same number.`);
    }
    // A checkout with other line endings is still the same migration.
    const sql = (await readFile(join(directory, file), 'utf8')).replaceAll('\r\n', '\n');
    const sha256 = createHash('sha256').update(sql).digest('hex');
    migrations.push({ number, file, sql, sha256, around: await readAround(directory, file) });
  }
  return migrations;
}

async function readAround(directory: string, file: string): Promise<Around> {
  const [before, after] = await Promise.all(
    ['before', 'after'].map((when) =>
      readFile(join(directory, 'around', file.replace(/sql$/, `${when}.sql`)), 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      }),
    ),
  );
  return { before: before ?? '', after: after ?? '' };
}

/**
 * A file runs in one transaction together with the row that records it. The single statement of a `.concurrent.sql` file
 * commits by itself, table by table; it can be repeated, because a server that is killed before the record runs it again.
 */
async function applyMigration(owner: pg.Client, { number, file, sql, sha256, around }: Migration): Promise<void> {
  const isConcurrent = file.endsWith('.concurrent.sql');
  try {
    if (isConcurrent) await owner.query(sql);
    await owner.query('begin');
    await owner.query(around.before);
    if (!isConcurrent) await owner.query(sql);
    await owner.query(around.after);
    await owner.query(
      `create table if not exists public.schema_migrations (
         number integer primary key,
         name text not null,
         sha256 text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    await owner.query('insert into public.schema_migrations (number, name, sha256) values ($1, $2, $3)', [
      number,
      file,
      sha256,
    ]);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new StartupProblem(`The migration ${file} failed${lineOf(error, sql)}: ${error.message}.`);
  }
}

function lineOf(error: pg.DatabaseError, sql: string): string {
  const position = Number(error.position);
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : '';
}

async function readApplied(owner: pg.Client): Promise<Applied[]> {
  const { rowCount } = await owner.query("select 1 where to_regclass('public.schema_migrations') is not null");
  if (rowCount === 0) return [];
  const { rows } = await owner.query<Applied>(
    'select number, name, sha256 from public.schema_migrations order by number',
  );
  return rows;
}

function pendingAmong(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, sha256 } of applied) {
    const migration = known.get(number);
    if (!migration) {
      throw new StartupProblem(
        `This database was made by a newer Vialkeep: it has the migration ${name}, which this version does not know.`,
      );
    }
    if (migration.sha256 !== sha256) {
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
  return [...known.values()];
}
