import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { COPY_FORMAT, copyTableOut } from '../../kernel/db/copy-tables.ts';
import type { Manifest } from './manifest.ts';
import { type Table, tablesOf } from './tables.ts';

type Dumped = Pick<Manifest, 'taken_at' | 'migrations' | 'tables' | 'sequences'>;

/** Opens the snapshot of the backup: later writes are not part of it. */
export async function holdMoment(owner: pg.Client): Promise<void> {
  await owner.query('begin isolation level repeatable read read only');
  // PostgreSQL takes the snapshot with the first query, not with `begin`.
  await owner.query('select 1');
}

/** Writes the rows of the snapshot as COPY formats them, into one file per table. */
export async function dumpTables(owner: pg.Client, folder: string, chosen?: readonly Table[]): Promise<Dumped> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  await owner.query(COPY_FORMAT);
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of chosen ?? (await tablesOf(owner))) {
    const path = join('tables', `${name}.copy.gz`);
    const written = await dumpTable(owner, name, columns, join(folder, path));
    tables.push({ name, path, columns: [...columns], ...written });
  }
  const { rows: moment } = await owner.query<{ at: string }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  const { rows: migrations } = await owner.query<Manifest['migrations'][number]>(
    'select number, name, sha256 from schema_migrations order by number',
  );
  return { taken_at: moment[0]?.at ?? '', migrations, tables, sequences: await readSequences(owner) };
}

async function dumpTable(owner: pg.Client, name: string, columns: readonly string[], file: string) {
  const hash = createHash('sha256');
  const lines = copyTableOut(owner, name, columns);
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(lines, createGzip({ level: 5 }), hashed, createWriteStream(file, { mode: 0o600, flush: true }));
  return { rows: lines.rowCount, sha256: hash.digest('hex') };
}

/** Sequences ignore the snapshot and only grow, so a value read later does no harm. */
async function readSequences(owner: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: at } = await owner.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    );
    if (at[0]) sequences.push({ name, ...at[0] });
  }
  return sequences;
}
