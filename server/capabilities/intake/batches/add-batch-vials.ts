import { addBatchVials } from '@vialkeep/contract/batches.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { actOncePerScan } from '../../lab-policy/index.ts';
import { presentEntry, recordVials } from '../../vials/index.ts';
import { type BatchRow, patientOf, requireBatch } from './batches.queries.ts';
import { lockBatch } from './lock-batch.ts';

/** Writes the documented entry of added vials; the lab's policy decides whether they are held until their release. */
export const addBatchVialsHandler = handle(addBatchVials, async (call) => {
  const { access, db, params } = call;
  const { batch, lab } = await requireBatch(access, db, params.id, call.body.lab_id);
  const body = { ...call.body, lab_id: call.body.lab_id ?? lab.id, batch: batch.id };
  return actOncePerScan({ ...call, body }, 'add_vials', async (work, { operator }) => {
    const isOpen = await lockBatch(work, batch);
    if (!isOpen) throw refuseBy(addBatchVials, 'batch_closed');
    if (await isOfRejectedTissue(work.db, batch)) throw refuseBy(addBatchVials, 'arrival_rejected');
    const entry = await recordVials(work, patientOf(batch), {
      type: 'added',
      date: body.date,
      quantity: body.quantity,
      batchId: batch.id,
      operatorId: operator?.id ?? null,
    });
    const answer = { entry: presentEntry(entry, { withNote: true }), codes: entry.codes };
    return { answer, facts: { batch: batch.id, entry: entry.id } };
  });
});

/** The arrival may have been corrected after the batch was opened. */
async function isOfRejectedTissue(db: Db, { arrival_id }: BatchRow): Promise<boolean> {
  if (arrival_id === null) return false;
  const arrival = await db
    .selectFrom('arrivals_in_use')
    .select('decision')
    .where('id', '=', arrival_id)
    .executeTakeFirstOrThrow();
  return arrival.decision === 'rejected';
}
