import type { JsonValue } from '@vialkeep/contract/custody.ts';
import { type ProcessingChanges, ProcessingData } from '@vialkeep/contract/patients.ts';
import { estimatedReady, type ProcessFields, stageOf, sterilityEnd } from '@vialkeep/contract/stage.ts';
import { changesBetween, type FieldChanges } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { announceEvent } from '../../kernel/events.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { appendCustody, lockCustody, type Patient } from '../custody/index.ts';
import { validateDateOrder } from './date-order.ts';
import { processingOf } from './processing.queries.ts';

type Field = keyof ProcessingData;

/**
 * Records a change of a patient's processing data: one custody event with the old and new value of each field, and the
 * updated record. Returns the changes; without any, nothing is written.
 */
export async function changeProcessing(
  work: Work,
  patient: Patient,
  changes: ProcessingChanges,
): Promise<FieldChanges> {
  await lockCustody(work, patient);
  const before = orNotFound((await processingOf(work.db, [patient.id])).get(patient.id));
  const after = following(before, changes);
  validateDateOrder(after, changes.sterility_end_date);
  const changed = fields.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return {};

  const { estimated_date_set_manually: estimated_is_manual, ...columns } = after;
  await work.db
    .updateTable('patient_records')
    .set({ ...columns, estimated_is_manual })
    .where('patient_id', '=', patient.id)
    .execute();
  await appendCustody(work, patient, {
    kind: 'processing.changed',
    occurredOn: dayItHappened(after, changed),
    facts: Object.fromEntries(
      changed.map((field): [string, JsonValue] => [field, { from: before[field], to: after[field] }]),
    ),
  });
  announceStage(work, patient, before, after);
  return changesBetween(before, after);
}

/** The stage is computed from the processing data, so it changes only where these do. */
function announceStage(work: Work, { id, domainId }: Patient, before: ProcessFields, after: ProcessFields): void {
  const today = new Date().toISOString().slice(0, 10);
  const [from, to] = [stageOf(before, today), stageOf(after, today)];
  if (from.stage === to.stage) return;
  const data = { patient_id: id, from: from.stage, to: to.stage, since: to.since };
  announceEvent(work, { domainId, type: 'patient.stage_changed', data });
}

// @NOTE the keys of the contract's shape are its fields; Object.keys types them only as text.
export const fields = Object.keys(ProcessingData.shape) as Field[];

/** The data after these changes. A date set by hand and then cleared is computed again. */
export function following(before: ProcessingData, changes: ProcessingChanges): ProcessingData {
  const after: ProcessingData = { ...before, ...sentOf(changes) };
  const isManual = after.estimated_date_set_manually && after.estimated_date_vials_ready_to_ship !== null;
  return {
    ...after,
    estimated_date_set_manually: isManual,
    estimated_date_vials_ready_to_ship: isManual
      ? after.estimated_date_vials_ready_to_ship
      : estimatedReady(after.date_adipose_received_by_lab),
    sterility_end_date: sterilityEnd(after.sterility_start_date),
  };
}

/** The processing fields that were sent, without the other fields of the form. */
function sentOf(changes: ProcessingChanges): Partial<ProcessingData> {
  return Object.fromEntries(
    fields.filter((field) => changes[field] !== undefined).map((field) => [field, changes[field]]),
  );
}

const happenings = [
  'date_adipose_shipped_to_lab',
  'date_adipose_received_by_lab',
  'stemcell_plating_initiated_date',
  'sterility_start_date',
  'date_vials_ready_to_ship',
] as const satisfies readonly Field[];

/** The day of the one recorded step; null for several steps at once. */
export function dayItHappened(after: ProcessingData, changed: readonly Field[]): string | null {
  const recorded = happenings.filter((field) => changed.includes(field) && after[field] !== null);
  const [only] = recorded;
  return only !== undefined && recorded.length === 1 ? after[only] : null;
}
