import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from './world.ts';

/** The current position in PostgreSQL's write-ahead log: later writes come after it. */
export async function endOfLog(world: World): Promise<string> {
  const [row] = await world.sql<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return row?.lsn ?? '';
}

/**
 * The bytes on disk, as a thief of the machine would find them: PostgreSQL's log since that position, and the files of
 * this world's database. Both contain deleted and rolled-back rows.
 */
export async function bytesOfDatabase(world: World, since: string): Promise<{ log: Buffer; tables: Buffer }> {
  const [at] = await world.sql<{ directory: string; oid: string; first: string; last: string }>(
    `select current_setting('data_directory') as directory, oid::text, pg_walfile_name($1::pg_lsn) as first,
       pg_walfile_name(pg_current_wal_insert_lsn()) as last
     from pg_database where datname = current_database()`,
    [since],
  );
  if (!at) throw new Error('The database says nothing of itself.');
  // Without durability the newest part of the log may still be in memory.
  await world.sql("select pg_logical_emit_message(false, 'flush', '', true)");
  const segments = (await readdir(join(at.directory, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= at.first && name <= at.last,
  );
  const log = await joined(join(at.directory, 'pg_wal'), segments);
  // Writes the rows to their files, and may recycle the log.
  await world.sql('checkpoint');
  return {
    log,
    tables: await joined(join(at.directory, 'base', at.oid), await readdir(join(at.directory, 'base', at.oid))),
  };
}

async function joined(folder: string, names: readonly string[]): Promise<Buffer> {
  // A file that is dropped or recycled meanwhile contains nothing of this world.
  const contents = names.map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0)));
  return Buffer.concat(await Promise.all(contents));
}
