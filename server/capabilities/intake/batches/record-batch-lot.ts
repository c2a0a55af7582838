import { recordBatchLot } from '@vialkeep/contract/batches.ts';
import { parseGs1 } from '@vialkeep/contract/gs1.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { appendCustody } from '../../custody/index.ts';
import { actOncePerScan, type Bench, type Lab } from '../../lab-policy/index.ts';
import { isExpired } from '../kits/lots.queries.ts';
import { type BatchRow, loadBatch, patientOf, requireBatch } from './batches.queries.ts';
import { lockBatch } from './lock-batch.ts';
import { correctBatchLot } from './take-lot-back.ts';

/** A lot that the batch has already stays recorded once. */
export const recordBatchLotHandler = handle(recordBatchLot, async (call) => {
  const { access, db, params } = call;
  const { batch, lab } = await requireBatch(access, db, params.id, call.body.lab_id);
  const body = { ...call.body, lab_id: call.body.lab_id ?? lab.id, batch: batch.id };
  return actOncePerScan({ ...call, body }, 'use_lot', async (work, bench) => {
    const isOpen = await lockBatch(work, batch);
    if (!isOpen) throw refuseBy(recordBatchLot, 'batch_closed');
    const lot = await findLot(work.db, lab, body);
    if (lot.held_by !== null) throw refuseBy(recordBatchLot, 'lot_held', { fields: ['text'] });
    if (lot.is_expired) throw refuseBy(recordBatchLot, 'lot_expired', { fields: ['text'] });
    const isNew = await addLotToBatch(work, bench, batch, lot.id);
    const answer = await loadBatch(work.db, batch.id, bench.settings.viability_min);
    return { answer, facts: { batch: batch.id, lot: lot.id, is_new: isNew } };
  });
});

/** Returns false where the batch has the lot already. */
export async function addLotToBatch(
  work: Work,
  { lab, operator }: Pick<Bench, 'lab' | 'operator'>,
  batch: Pick<BatchRow, 'id' | 'patient_id' | 'domain_id'>,
  lotId: number,
): Promise<boolean> {
  const added = await work.db
    .insertInto('batch_lots')
    .values({
      batch_id: batch.id,
      lot_id: lotId,
      domain_id: lab.domainId,
      lab_id: lab.id,
      operator_id: operator?.id ?? null,
    })
    .onConflict((conflict) => conflict.columns(['batch_id', 'lot_id']).doNothing())
    .returning('lot_id')
    .executeTakeFirst();
  const isUsedAgain = !added && (await correctBatchLot(work, { lab, operator }, batch.id, lotId, { is_used: true }));
  const isNew = added !== undefined || isUsedAgain;
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.use_lot',
    subject: 'batch',
    subjectId: batch.id,
    facts: { lab: lab.id, lot: lotId, is_new: isNew },
  });
  if (!isNew) return false;
  await appendCustody(work, patientOf(batch), {
    kind: 'batch.lot_used',
    facts: { batch: batch.id, lot: lotId, ...(operator ? { operator: operator.id } : {}) },
  });
  return true;
}

/** A lot of a reagent by its id, by the maker's code, or by its number. */
async function findLot(db: Db, lab: Lab, { lot_id, text }: { lot_id?: number | undefined; text?: string | undefined }) {
  const lots = db
    .selectFrom('lots')
    .select(['lots.id', 'lots.kind', 'lots.held_by', isExpired.as('is_expired')])
    .where('lots.lab_id', '=', lab.id);
  if (lot_id !== undefined) {
    const lot = orNotFound(await lots.where('lots.id', '=', lot_id).executeTakeFirst());
    if (lot.kind !== 'reagent') throw refuseBy(recordBatchLot, 'lot_unknown', { fields: ['lot_id'] });
    return lot;
  }
  const unknown = (message?: string) =>
    refuseBy(recordBatchLot, 'lot_unknown', { fields: ['text'], ...(message === undefined ? {} : { message }) });
  const scanned = parseGs1(text ?? '');
  if (scanned.outcome === 'faulty') throw unknown(scanned.words);
  const number = scanned.outcome === 'read' ? scanned.data.lot : (text ?? '');
  const gtin = scanned.outcome === 'read' ? scanned.data.gtin : null;
  if (number === null) throw unknown();
  const same = await lots
    .where('lots.kind', '=', 'reagent')
    .where('lots.lot', '=', number)
    // A lot that was registered by hand may have no product number.
    .$if(gtin !== null, (chosen) =>
      chosen.where((eb) => eb.or([eb('lots.gtin', '=', gtin), eb('lots.gtin', 'is', null)])),
    )
    .orderBy('lots.gtin', (order) => order.asc().nullsLast())
    .limit(2)
    .execute();
  const [lot, other] = same;
  if (!lot) throw unknown();
  if (other) throw refuseBy(recordBatchLot, 'lot_ambiguous', { fields: ['text'] });
  return lot;
}
