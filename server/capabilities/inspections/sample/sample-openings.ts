import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import type { Db } from '../../../kernel/db/db.ts';

/** Who looked at the patient's data, newest first; an inspector is named by the agency. */
export async function listSampleOpenings(db: Db, patientId: number, most: number | null) {
  const matching = db.selectFrom('access_records as record').where('record.subject_id', '=', patientId);
  const rows = await matching
    .leftJoin('inspections', 'inspections.id', 'record.inspection_id')
    .select(['record.at', 'record.actor_id', 'record.what', 'inspections.agency'])
    .orderBy('record.at', 'desc')
    .$if(most !== null, (query) => query.limit(most ?? 0))
    .execute();
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return {
    count,
    openings: rows.map(({ at, actor_id, what, agency }) => ({
      at: at.toISOString(),
      actor_id,
      agency,
      what: readingKinds[what] ?? 'record',
    })),
  };
}
