import { closeBatch } from '@vialkeep/contract/batches.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { appendCustody } from '../../custody/index.ts';
import { type Bench, requireBench } from '../../lab-policy/index.ts';
import { type BatchRow, loadBatch, patientOf, requireBatch } from './batches.queries.ts';
import { holdVialsOfFailedBatch } from './hold-failed-vials.ts';
import { lockBatch } from './lock-batch.ts';

export const closeBatchHandler = handle(closeBatch, async ({ access, db, write, params, body }) => {
  const { batch, lab } = await requireBatch(access, db, params.id, body.lab_id);
  return write(async (work) => {
    const bench = await requireBench(work, access, lab.id);
    const isOpen = await lockBatch(work, batch);
    if (!isOpen) throw refuseBy(closeBatch, 'batch_closed');
    await endBatch(work, bench, batch, { outcome: body.outcome, reason: body.reason ?? '' });
    return loadBatch(work.db, batch.id, bench.settings.viability_min);
  });
});

/** Closes an open batch. The caller has locked the patient's chain. */
export async function endBatch(
  work: Work,
  { lab, operator }: Pick<Bench, 'lab' | 'operator'>,
  batch: Pick<BatchRow, 'id' | 'patient_id' | 'domain_id'>,
  { outcome, reason }: { readonly outcome: 'closed' | 'failed'; readonly reason: string },
): Promise<void> {
  await work.db
    .updateTable('batches')
    .set({ state: outcome, version: sql<number>`version + 1` })
    .where('id', '=', batch.id)
    .execute();
  if (outcome === 'failed') await holdVialsOfFailedBatch(work, operator, batch);
  await appendCustody(work, patientOf(batch), {
    kind: 'batch.closed',
    facts: { batch: batch.id, outcome, note: reason, ...(operator ? { operator: operator.id } : {}) },
  });
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.close_batch',
    subject: 'batch',
    subjectId: batch.id,
    facts: { lab: lab.id, outcome },
  });
}
