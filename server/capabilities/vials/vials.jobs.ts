import { sql } from 'kysely';
import { type Backfill, backfillJob } from '../../kernel/jobs/backfill.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';

/** The lab of vials that were made before they had one: that of the patient. */
export const fillVialLabs: Backfill = {
  name: 'vials-lab',
  async handleBatch(db, after, most) {
    const { rows } = await sql<{ last: number | null; rows: number }>`
      with batch as (select id, patient_id, lab_id from vials where id > ${after} order by id limit ${most}),
        labs as (
          select distinct on (subject_id) subject_id, object_id from active_relations
          where kind = 'lab' and subject_id in (select patient_id from batch where lab_id is null)
          order by subject_id, id
        ),
        filled as (
          update vials set lab_id = labs.object_id from batch join labs on labs.subject_id = batch.patient_id
          where vials.id = batch.id and vials.lab_id is null
        )
      select max(id) as last, count(*)::int as rows from batch`.execute(db);
    const [batch] = rows;
    return batch?.last ? { lastKey: batch.last, rows: batch.rows } : null;
  },
};

export const vialsJobs: readonly Job[] = [backfillJob(fillVialLabs)];
