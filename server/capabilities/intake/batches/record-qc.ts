import { type QcTest, type QcVerdict, recordQc } from '@vialkeep/contract/batches.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { appendCustody } from '../../custody/index.ts';
import { type Bench, requireBench } from '../../lab-policy/index.ts';
import { changeProcessing } from '../../patients/index.ts';
import { type BatchRow, loadBatch, patientOf, requireBatch } from './batches.queries.ts';
import { holdVialsOfFailedTests } from './hold-failed-vials.ts';
import { lockBatch } from './lock-batch.ts';

export type QcBody = Received<typeof recordQc>['body'];

const UNITS: Readonly<Record<QcTest, string>> = { viability: '%', count: 'million cells', sterility: '', other: '' };

/** A result may come after the batch is closed. A correction is a new row that names the one it replaces. */
export const recordQcHandler = handle(recordQc, async ({ access, db, write, params, body }) => {
  const { batch, lab } = await requireBatch(access, db, params.id, body.lab_id);
  return write(async (work) => {
    const bench = await requireBench(work, access, lab.id);
    await lockBatch(work, batch);
    await createResult(work, bench, batch, body);
    if (body.set_sterility) await changeProcessing(work, patientOf(batch), { sterility_complete: true });
    return loadBatch(work.db, batch.id, bench.settings.viability_min);
  });
});

/** Writes a result. Where it is the failure of a test that the lab requires, the batch's vials in store are held. */
export async function createResult(
  work: Work,
  bench: Bench,
  batch: Pick<BatchRow, 'id' | 'patient_id' | 'domain_id'>,
  body: QcBody,
): Promise<number> {
  const { lab, operator, settings } = bench;
  const { verdict, limit_words } = judge(body, settings.viability_min);
  const replaces = body.replaces ?? null;
  await requireCurrent(work.db, batch.id, body.test, replaces);
  const result = {
    test: body.test,
    value: body.value ?? null,
    unit: UNITS[body.test],
    limit_words,
    verdict,
    sampled_on: body.sampled_on,
  };
  const { id } = await work.db
    .insertInto('qc_results')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      batch_id: batch.id,
      ...result,
      replaces_id: replaces,
      reason: replaces === null ? '' : (body.reason ?? ''),
      operator_id: operator?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendCustody(work, patientOf(batch), {
    kind: 'qc.recorded',
    occurredOn: body.sampled_on,
    facts: { batch: batch.id, qc: { id, ...result, replaces }, ...(operator ? { operator: operator.id } : {}) },
  });
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.record_qc',
    subject: 'batch',
    subjectId: batch.id,
    facts: { lab: lab.id, result: id, test: body.test, verdict, replaces },
  });
  if (verdict === 'fail') await holdVialsOfFailedTests(work, bench, batch);
  return id;
}

/** The verdict of a viability is computed; of all other tests it is entered. A value is missing only while it is pending. */
function judge({ test, value, verdict }: QcBody, viabilityMin: number): { verdict: QcVerdict; limit_words: string } {
  const limit_words = test === 'viability' ? `at least ${viabilityMin} %` : '';
  const hasValue = value !== undefined && value !== null;
  const refuseVerdict = (message?: string) =>
    refuseBy(recordQc, 'verdict', { fields: ['verdict'], ...(message === undefined ? {} : { message }) });
  if (test === 'viability' && hasValue) {
    const computed = value >= viabilityMin ? 'pass' : 'fail';
    if (verdict !== undefined && verdict !== computed) {
      throw refuseVerdict(`${value} % is a ${computed}: the limit is ${limit_words}.`);
    }
    return { verdict: computed, limit_words };
  }
  if (verdict === undefined) throw refuseVerdict();
  const needsValue = test === 'viability' || test === 'count';
  if (needsValue && !hasValue && verdict !== 'pending') {
    throw refuseVerdict('Without a value the result is pending.');
  }
  return { verdict, limit_words };
}

/** The chain of the patient is locked, so that a second tablet sees the correction of the first. */
async function requireCurrent(db: Db, batchId: number, test: QcTest, replaces: number | null): Promise<void> {
  const results = await db
    .selectFrom('qc_results')
    .select(['id', 'replaces_id'])
    .where('batch_id', '=', batchId)
    .where('test', '=', test)
    .execute();
  if (replaces === null) {
    if (results.length > 0) throw refuseBy(recordQc, 'result_known', { fields: ['test'] });
    return;
  }
  orNotFound(results.find(({ id }) => id === replaces));
  if (results.some(({ replaces_id }) => replaces_id === replaces)) {
    throw refuseBy(recordQc, 'result_replaced', { fields: ['replaces'] });
  }
}
