import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Manifest } from './manifest.ts';
import { tablesOf } from './tables.ts';

type Dumped = Pick<Manifest, 'taken_at' | 'migrations' | 'tables' | 'sequences'>;

const ROWS_AT_ONCE = 2_000;

/** Opens the snapshot of the backup: later writes are not part of it. */
export async function holdMoment(owner: pg.Client): Promise<void> {
  await owner.query('begin isolation level repeatable read read only');
  // PostgreSQL takes the snapshot with the first query, not with `begin`.
  await owner.query('select 1');
}

/** Writes every row of the snapshot as one JSON line, into one file per table. */
export async function dumpTables(owner: pg.Client, folder: string): Promise<Dumped> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of await tablesOf(owner)) {
    const path = join('tables', `${name}.jsonl.gz`);
    tables.push({ name, path, ...(await dumpTable(owner, name, columns, join(folder, path))) });
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
  let rows = 0;
  const lines = async function* () {
    await owner.query(`declare kept no scroll cursor for
      select row_to_json(line)::text as line from (select ${columns.join(', ')} from ${name}) line`);
    for (;;) {
      const { rows: some } = await owner.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from kept`);
      if (some.length === 0) break;
      rows += some.length;
      yield some.map(({ line }) => `${line}\n`).join('');
    }
    await owner.query('close kept');
  };
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 5 }),
    hashed,
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  return { rows, sha256: hash.digest('hex') };
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
