import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { Manifest } from './manifest.ts';
import { type Table, tablesOf } from './tables.ts';

const MOST_ROWS = 1_000;
const MOST_BYTES = 4_000_000;

/**
 * Fills a fresh schema with the rows of a backup in one transaction. Triggers are disabled, because the rows already
 * hold what they would compute. Foreign keys are dropped and created again, so that PostgreSQL checks every reference.
 */
export async function loadTables(owner: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const tables = new Map((await tablesOf(owner)).map((table) => [table.name, table]));
  const names = [...tables.keys()].join(', ');
  await owner.query('begin');
  const references = await takeOffReferences(owner);
  for (const name of tables.keys()) await owner.query(`alter table ${name} disable trigger user`);
  // Migrations insert rows into some tables; the backup holds the current state of those rows.
  await owner.query(`truncate ${names}`);
  for (const { name, path } of manifest.tables) {
    const table = tables.get(name);
    if (!table) throw new StartupProblem(`This Vialkeep has no table ${name}, which the backup holds.`);
    await loadTable(owner, table, join(folder, path));
  }
  for (const { name, last_value, is_called } of manifest.sequences) {
    await owner.query('select setval($1, $2, $3)', [name, last_value, is_called]);
  }
  for (const name of tables.keys()) await owner.query(`alter table ${name} enable trigger user`);
  for (const reference of references) await owner.query(reference);
  await owner.query('commit');
  await owner.query('analyze');
}

/** Drops all foreign keys and returns the statements that create them again. */
async function takeOffReferences(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
     from pg_constraint where contype = 'f' and conparentid = 0
       and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  for (const { off } of rows) await owner.query(off);
  return rows.map(({ on }) => on);
}

async function loadTable(owner: pg.Client, { name, columns }: Table, file: string): Promise<void> {
  const list = columns.join(', ');
  const insert = (lines: readonly string[]) =>
    owner.query(
      `insert into ${name} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${lines.join(',')}]`],
    );
  let lines: string[] = [];
  let bytes = 0;
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    lines.push(line);
    bytes += line.length;
    if (lines.length < MOST_ROWS && bytes < MOST_BYTES) continue;
    await insert(lines);
    lines = [];
    bytes = 0;
  }
  if (lines.length > 0) await insert(lines);
}
