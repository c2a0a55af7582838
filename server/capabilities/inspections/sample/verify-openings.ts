import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

/** The newest batches are checked; `npm run verify` checks all of them. */
const MOST_BATCHES = 200;

type Checked = { batch: number; is_linked: boolean; is_sealed: boolean };

/** Recomputes the seals of the batches that hold openings of this patient, and compares each with the one before it. */
export async function verifyOpenings(db: Db, patientId: number): Promise<{ batches: number; faults: string[] }> {
  const { rows } = await sql<Checked>`
    with those as materialized (
      select writer, batch from access_records where subject_id = ${patientId}
      group by writer, batch order by max(at) desc limit ${MOST_BATCHES})
    select b.batch,
      b.previous = case when b.batch = 1 then '\\x00' else before.sha256 end as is_linked,
      coalesce(texts.rows = b.rows and b.sha256 = access_seal(b, texts.text), false) as is_sealed
    from those join access_batches b using (writer, batch)
      left join access_batches before on before.writer = b.writer and before.batch = b.batch - 1
      left join lateral (
        select count(*) as rows, string_agg(access_text(record), E'\\n' order by access_text(record) collate "C") as text
        from domains join access_records record on record.domain_id = domains.id
        where record.at between b.first_at and b.last_at and record.writer = b.writer and record.batch = b.batch
      ) texts on true`.execute(db);
  const faults = rows
    .filter(({ is_linked, is_sealed }) => !is_linked || !is_sealed)
    .map(({ batch }) => `Openings, batch ${batch}: an opening was changed, added or removed.`);
  return { batches: rows.length, faults };
}
