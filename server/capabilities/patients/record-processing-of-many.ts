import type { JsonValue } from '@vialkeep/contract/custody.ts';
import type { ProcessingChanges, ProcessingData } from '@vialkeep/contract/patients.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { appendCustodyToMany, type EventOfPatient, lockCustodyOfMany, type Patient } from '../custody/index.ts';
import { dayItHappened, fields, following } from './change-processing.ts';
import { validateDateOrder } from './date-order.ts';
import { processingOf } from './processing.queries.ts';

export type ProcessingOfPatient = { readonly patient: Patient; readonly changes: ProcessingChanges };

/** Changes the processing data of several patients, each by one custody event. Returns their data before, in order. */
export async function recordProcessingOfMany(
  work: Work,
  many: readonly ProcessingOfPatient[],
): Promise<ProcessingData[]> {
  const ids = many.map(({ patient }) => patient.id);
  await lockCustodyOfMany(work, ids);
  const records = await processingOf(work.db, ids);
  const before = many.map(({ patient }) => orNotFound(records.get(patient.id)));
  const rows: object[] = [];
  const events: EventOfPatient[] = [];
  for (const [index, { patient, changes }] of many.entries()) {
    const was = orNotFound(before[index]);
    const after = following(was, changes);
    validateDateOrder(after, changes.sterility_end_date);
    const changed = fields.filter((field) => after[field] !== was[field]);
    if (changed.length === 0) continue;
    const { estimated_date_set_manually: estimated_is_manual, ...columns } = after;
    rows.push({ patient_id: patient.id, ...columns, estimated_is_manual });
    events.push({
      patient,
      occurredOn: dayItHappened(after, changed),
      facts: Object.fromEntries(
        changed.map((field): [string, JsonValue] => [field, { from: was[field], to: after[field] }]),
      ),
    });
  }
  await updateRecords(work, rows);
  await appendCustodyToMany(work, 'processing.changed', events);
  return before;
}

const columns = fields.map((field) => (field === 'estimated_date_set_manually' ? 'estimated_is_manual' : field));

async function updateRecords(work: Work, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`row.${column}`)}`);
  await sql`update patient_records record set ${sql.join(set)}
    from jsonb_populate_recordset(null::patient_records, ${JSON.stringify(rows)}::jsonb) row
    where record.patient_id = row.patient_id`.execute(work.db);
}
