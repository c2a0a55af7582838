import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Files } from '../../ports/files.ts';
import type { Db } from '../db/db.ts';

export type AccessFault = { readonly about: string; readonly fault: string };

export type VerifiedAccess = {
  readonly faults: readonly AccessFault[];
  readonly batches: number;
  readonly rows: number;
  /** The months that were checked by the hash of their file. */
  readonly archives: number;
};

/** Recomputes the chains of openings, day by day, and checks the files of archived months. */
export async function verifyAccess(db: Db, files: Files): Promise<VerifiedAccess> {
  const faults: AccessFault[] = [];
  let batches = 0;
  let rows = 0;
  const days = await listDays(db);
  // A stretch reaches to the next day with batches, so that a row in between, which has none, is met too.
  for (const [index, from] of [EARLIEST, ...days].entries()) {
    const checked = await checkStretch(db, from, days[index] ?? LATEST);
    batches += checked.batches;
    rows += checked.rows;
    faults.push(...checked.faults);
  }
  const archives = await db.selectFrom('access_archives').selectAll().where('deleted_at', 'is', null).execute();
  for (const archive of archives) {
    if ((await hashOf(files, archive.file)) === archive.sha256) continue;
    faults.push({
      about: `Openings of ${archive.month.slice(0, 7)}`,
      fault: 'the archived file is missing or changed',
    });
  }
  return { faults, batches, rows, archives: archives.length };
}

const EARLIEST = new Date('1970-01-01T00:00:00Z');
const LATEST = new Date('9999-01-01T00:00:00Z');

/** The days on which batches begin. */
async function listDays(db: Db): Promise<readonly Date[]> {
  const { rows } = await sql<{ day: Date }>`
    select distinct date_trunc('day', first_at at time zone 'utc') at time zone 'utc' as day from access_batches order by 1
  `.execute(db);
  return rows.map(({ day }) => day);
}

type CheckedBatch = {
  writer: string;
  batch: number;
  rows: number;
  first_at: Date;
  is_linked: boolean;
  is_archived: boolean;
  is_sealed: boolean;
  is_complete: boolean;
};

async function checkStretch(db: Db, from: Date, to: Date) {
  const { rows: checked } = await sql<CheckedBatch>`
    with those as materialized (select * from access_batches where first_at >= ${from} and first_at < ${to}),
      texts as (
        select writer, batch, count(*) as rows, string_agg(access_text(record), E'\n'
          order by access_text(record) collate "C") as text
        from access_records record
        where at >= ${from} and at <= (select max(last_at) from those)
        group by writer, batch)
    select b.writer, b.batch, b.rows, b.first_at,
      b.previous = case when b.batch = 1 then '\\x00' else before.sha256 end as is_linked,
      exists (select from access_archives where month = date_trunc('month', b.first_at at time zone 'utc')) as is_archived,
      b.sha256 = access_seal((select whole from access_batches whole where whole.writer = b.writer and whole.batch = b.batch), texts.text) as is_sealed,
      b.rows = texts.rows as is_complete
    from those b
      left join texts on texts.writer = b.writer and texts.batch = b.batch
      left join access_batches before on before.writer = b.writer and before.batch = b.batch - 1
    order by b.writer, b.batch`.execute(db);
  const { rows: strays } = await sql<{ at: Date; writer: string; batch: number }>`
    select at, writer, batch from access_records record
    where at >= ${from} and at < ${to} and not exists (
      select from access_batches b where b.writer = record.writer and b.batch = record.batch
        and record.at between b.first_at and b.last_at)
    limit 100`.execute(db);
  const faults = [
    ...checked.flatMap((batch) => {
      const fault = faultOf(batch);
      return fault === null ? [] : [{ about: nameBatch(batch), fault }];
    }),
    ...strays.map(({ at, ...batch }) => ({
      about: `Opening of ${at.toISOString()}`,
      fault: `it does not belong to ${nameBatch(batch)}`,
    })),
  ];
  return { faults, batches: checked.length, rows: checked.reduce((sum, { rows }) => sum + rows, 0) };
}

function nameBatch({ writer, batch }: { writer: string; batch: number }): string {
  return `batch ${batch} of writer ${writer}`;
}

function faultOf({ is_linked, is_archived, is_sealed, is_complete }: CheckedBatch): string | null {
  if (!is_linked) return 'it does not continue the batch before it';
  if (is_archived) return null;
  if (!is_complete) return 'openings are missing or were added';
  return is_sealed ? null : 'an opening or the batch was changed';
}

async function hashOf(files: Files, name: string): Promise<string | null> {
  const file = await files.open(name);
  if (file === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of file.stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
