import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { appendCustody } from '../../custody/index.ts';
import type { Bench } from '../../lab-policy/index.ts';
import { type BatchRow, batchRows, patientOf } from './batches.queries.ts';

/** A lot that was recorded for an open batch, to which nothing has happened since. */
export type LotToTakeBack = { readonly batch: BatchRow; readonly lotId: number; readonly lot: string };

export async function findLotToTakeBack(
  db: Db,
  labId: number,
  { batch: batchId, lot: lotId }: { readonly batch: number; readonly lot: number },
): Promise<LotToTakeBack | null> {
  const [batch, used, last] = await Promise.all([
    batchRows(db)
      .where('batches.id', '=', batchId)
      .where('batches.lab_id', '=', labId)
      .where('batches.state', '=', 'open')
      .executeTakeFirst(),
    db
      .selectFrom('batch_lots_in_use as batch_lots')
      .innerJoin('lots', 'lots.id', 'batch_lots.lot_id')
      .select(['lots.lot', hasVialsSince.as('has_vials_since')])
      .where('batch_lots.batch_id', '=', batchId)
      .where('batch_lots.lot_id', '=', lotId)
      .executeTakeFirst(),
    findLastEventOfBatch(db, batchId),
  ]);
  const isLast = last?.kind === 'batch.lot_used' && last.lot === String(lotId);
  return batch && used && isLast && !used.has_vials_since ? { batch, lotId, lot: used.lot } : null;
}

/** Vials that were made after the lot was recorded: it went into them. */
const hasVialsSince = sql<boolean>`exists (select from vials join vial_entries on vial_entries.id = vials.added_entry_id
  where vials.batch_id = batch_lots.batch_id and vial_entries.created_at >= batch_lots.at)`;

async function findLastEventOfBatch(db: Db, batchId: number) {
  return db
    .selectFrom('custody_events')
    .innerJoin('batches', 'batches.patient_id', 'custody_events.patient_id')
    .select(['custody_events.kind', sql<string | null>`facts ->> 'lot'`.as('lot')])
    .where('batches.id', '=', batchId)
    .where(sql<boolean>`facts ->> 'batch' = ${String(batchId)}`)
    .orderBy('custody_events.position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The caller has locked the chain of the patient. */
export async function takeLotBack(
  work: Work,
  bench: Pick<Bench, 'lab' | 'operator'>,
  { batch, lotId }: LotToTakeBack,
): Promise<void> {
  await correctBatchLot(work, bench, batch.id, lotId, { is_used: false });
  const { operator } = bench;
  await appendCustody(work, patientOf(batch), {
    kind: 'bench.undone',
    facts: { undoes: 'batch.lot_used', batch: batch.id, lot: lotId, ...(operator ? { operator: operator.id } : {}) },
  });
}

/** Records that a lot of a batch is used after all, or is not. Returns false where that is so already. */
export async function correctBatchLot(
  work: Work,
  { lab, operator }: Pick<Bench, 'lab' | 'operator'>,
  batchId: number,
  lotId: number,
  { is_used }: { readonly is_used: boolean },
): Promise<boolean> {
  const used = await work.db
    .selectFrom('batch_lots_in_use')
    .select('lot_id')
    .where('batch_id', '=', batchId)
    .where('lot_id', '=', lotId)
    .executeTakeFirst();
  if ((used !== undefined) === is_used) return false;
  await work.db
    .insertInto('batch_lot_corrections')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      batch_id: batchId,
      lot_id: lotId,
      is_used,
      operator_id: operator?.id ?? null,
    })
    .execute();
  return true;
}
