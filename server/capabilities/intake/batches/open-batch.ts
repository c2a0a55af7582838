import { openBatch } from '@vialkeep/contract/batches.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse, refuseBy } from '../../../kernel/http/refuse.ts';
import { appendCustody, lockCustody, type Patient } from '../../custody/index.ts';
import { type Bench, requireBench } from '../../lab-policy/index.ts';
import { newCode, type Randomness } from '../new-code.ts';
import { requirePatientOfLab } from '../patients-of-lab.ts';
import { loadBatch } from './batches.queries.ts';

export const openBatchHandler = handle(
  openBatch,
  async ({ access, write, body }) =>
    write(async (work) => {
      const bench = await requireBench(work, access, body.lab_id);
      const patient = await requirePatientOfLab(work.db, bench.lab, body.patient_id);
      const id = await createBatch(work, bench, patient, {
        arrivalId: body.arrival_id ?? null,
        passage: body.passage,
      });
      return loadBatch(work.db, id, bench.settings.viability_min);
    }),
  { passages_once: { reason: 'passage_taken', field: 'passage' } },
);

type NewBatch = {
  readonly arrivalId: number | null;
  readonly passage: number;
  readonly openedOn?: string;
  readonly random?: Randomness;
};

/** Opens a batch of one patient's tissue and returns its id. */
export async function createBatch(
  work: Work,
  { lab, operator }: Pick<Bench, 'lab' | 'operator'>,
  patient: Patient,
  { arrivalId, passage, openedOn = new Date().toISOString().slice(0, 10), random }: NewBatch,
): Promise<number> {
  await lockCustody(work, patient);
  if (arrivalId !== null) await requireAcceptedArrival(work.db, lab.id, patient, arrivalId);
  const { id } = await work.db
    .insertInto('batches')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      patient_id: patient.id,
      arrival_id: arrivalId,
      code: newCode(random),
      passage,
      opened_on: openedOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendCustody(work, patient, {
    kind: 'batch.opened',
    occurredOn: openedOn,
    facts: { batch: id, passage, arrival: arrivalId, ...(operator ? { operator: operator.id } : {}) },
  });
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.open_batch',
    subject: 'batch',
    subjectId: id,
    facts: { lab: lab.id, patient: patient.id, passage },
  });
  return id;
}

async function requireAcceptedArrival(db: Db, labId: number, patient: Patient, id: number): Promise<void> {
  const arrival = orNotFound(
    await db
      .selectFrom('arrivals_in_use')
      .select(['patient_id', 'decision'])
      .where('id', '=', id)
      .where('lab_id', '=', labId)
      .executeTakeFirst(),
  );
  if (arrival.patient_id !== patient.id) throw refuse('not_found');
  if (arrival.decision === 'rejected') throw refuseBy(openBatch, 'arrival_rejected', { fields: ['arrival_id'] });
}
