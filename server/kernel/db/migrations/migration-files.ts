import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupProblem } from '../../startup-problem.ts';

export const MIGRATIONS_DIRECTORY = resolve(import.meta.dirname, '../../../migrations');

export type Migration = {
  readonly number: number;
  readonly file: string;
  readonly sql: string;
  readonly sha256: string;
  /** Null in the files before the rule. */
  readonly header: MigrationHeader | null;
  readonly around: Companions;
};

/** What also runs in the transaction of a file that fails on a supported PostgreSQL and cannot be changed any more. */
type Companions = { readonly before: string; readonly after: string };

/** Online: short locks only, and the release before works on the schema after it. Offline: no server may be at work. */
export type MigrationHeader = { readonly isOnline: true } | { readonly isOnline: false; readonly why: string };

/** Earlier files had landed before the rule, and a landed file never changes. */
export const FIRST_WITH_HEADER = 51;

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
    const header = number < FIRST_WITH_HEADER ? null : parseHeader(file, sql);
    const sha256 = createHash('sha256').update(sql).digest('hex');
    migrations.push({ number, file, sql, sha256, header, around: await readAround(directory, file) });
  }
  return migrations;
}

/** The path of a file's companion in the folder of the migrations. */
export function companionOf(file: string, when: 'before' | 'after'): string {
  return `around/${file.replace(/sql$/, `${when}.sql`)}`;
}

async function readAround(directory: string, file: string): Promise<Companions> {
  const [before, after] = await Promise.all(
    (['before', 'after'] as const).map((when) =>
      readFile(join(directory, companionOf(file, when)), 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      }),
    ),
  );
  return { before: before ?? '', after: after ?? '' };
}

function parseHeader(file: string, sql: string): MigrationHeader {
  const [, word, why] = /^-- (?:(online)|offline: (\S.*))(?:\n|$)/.exec(sql) ?? [];
  if (word === 'online') return { isOnline: true };
  if (why !== undefined) return { isOnline: false, why };
  throw new StartupProblem(`The migration ${file} must begin with the line “-- online” or “-- offline: <why>”.`);
}
