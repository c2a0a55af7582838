import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { cellsIn } from '../db/copy-out.ts';
import type { Db } from '../db/db.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Services } from '../services.ts';

/** Months are made this far ahead; a batch makes one that is missing. */
const MONTHS_AHEAD = 2;
/** How long openings are kept in all, in the database and then in the file store. */
const KEPT_MONTHS = 72;

/** Makes the coming months, moves old months into the file store, and removes the oldest files. */
export const archiveAccessJob: Job = {
  name: 'archive-access',
  at: '41 2 * * *',
  atStart: true,
  async run(_payload, services) {
    await services.store.unaudited('the tables and files of openings', async (db) => {
      for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
        await sql`select create_access_partition((now() at time zone 'utc' + make_interval(months => ${ahead}))::date)`.execute(
          db,
        );
      }
      for (const month of await listOldMonths(db, services.settings.accessMonths)) {
        await archiveMonth(services, db, month);
        await sql`select drop_access_partition(${month}::date)`.execute(db);
        services.log.info({ month }, 'openings were archived');
      }
      await removeOldestFiles(services, db);
    });
  },
};

async function listOldMonths(db: Db, months: number): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM-DD') as month
    from (select to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') as month from pg_inherits
      where inhparent = 'access_records'::regclass) parts
    where month < date_trunc('month', now() at time zone 'utc') - make_interval(months => ${months}) order by month
  `.execute(db);
  return rows.map(({ month }) => month);
}

/** A repeated run goes on: the file is written again, and the row that names it only once. */
async function archiveMonth({ store, files }: Services, db: Db, month: string): Promise<void> {
  const isArchived = await db
    .selectFrom('access_archives')
    .select('month')
    .where('month', '=', month)
    .executeTakeFirst();
  if (isArchived) return;
  const file = `access/${month.slice(0, 7)}.ndjson.gz`;
  const lines = db
    .selectFrom('access_records as record')
    .select(
      sql<string>`jsonb_build_object('writer', writer, 'batch', batch, 'row', access_text(record)::jsonb)::text`.as(
        'line',
      ),
    )
    .where('at', '>=', sql<Date>`${month}::timestamp at time zone 'utc'`)
    .where('at', '<', sql<Date>`(${month}::timestamp + interval '1 month') at time zone 'utc'`)
    .orderBy('at');
  const connection = await store.openExport('platform');
  const hash = createHash('sha256');
  let rows = 0;
  const text = async function* () {
    for await (const chunk of connection.copyOut(lines.compile())) {
      const copied = chunk.toString('utf8').split('\n');
      rows += copied.length;
      yield `${copied.map((line) => cellsIn(line).join('')).join('\n')}\n`;
    }
  };
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(Readable.from(text()), createGzip(), hashed, (packed: AsyncIterable<Buffer>) =>
    files.put(file, Readable.from(packed), { mediaType: 'application/gzip' }),
  ).finally(() => connection.close());
  await db
    .insertInto('access_archives')
    .values({ month, file, sha256: hash.digest('hex'), rows })
    .execute();
}

async function removeOldestFiles({ files }: Services, db: Db): Promise<void> {
  const old = await db
    .selectFrom('access_archives')
    .select(['month', 'file'])
    .where('deleted_at', 'is', null)
    .where(
      'month',
      '<',
      sql<string>`date_trunc('month', now() at time zone 'utc') - make_interval(months => ${KEPT_MONTHS})`,
    )
    .execute();
  for (const { month, file } of old) {
    await files.remove(file);
    await db.updateTable('access_archives').set({ deleted_at: sql`now()` }).where('month', '=', month).execute();
  }
}
