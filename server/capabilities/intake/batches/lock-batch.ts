import type { Work } from '../../../kernel/db/db.ts';
import { lockCustody } from '../../custody/index.ts';
import { type BatchRow, patientOf } from './batches.queries.ts';

/**
 * Locks the chain of the patient, under which every change of a batch happens, and reads the state again. Returns whether
 * the batch is open.
 */
export async function lockBatch(work: Work, batch: BatchRow): Promise<boolean> {
  await lockCustody(work, patientOf(batch));
  const { state } = await work.db
    .selectFrom('batches')
    .select('state')
    .where('id', '=', batch.id)
    .executeTakeFirstOrThrow();
  return state === 'open';
}
