import type { Work } from '../../kernel/db/db.ts';
import { announceEvent } from '../../kernel/events.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type AuthorizedPatient, authorizePatient, lockCustody, type Patient } from '../custody/index.ts';
import { type EntryRow, findEntry } from './vials.queries.ts';

/** An entry of a patient whom this actor can see, with a lock on that patient's vials. */
export async function entryToChange(
  work: Work,
  access: Access,
  id: number,
): Promise<{ patient: AuthorizedPatient; entry: EntryRow }> {
  const { patient_id } = orNotFound(
    await work.db.selectFrom('vial_entries').select('patient_id').where('id', '=', id).executeTakeFirst(),
  );
  const patient = await authorizePatient(access, work.db, patient_id);
  await lockCustody(work, patient);
  return { patient, entry: orNotFound(await findEntry(work.db, id)) };
}

/** Announces what an entry counts after a correction: 0 after its deletion. A change of the note alone is none. */
export function announceCorrection(
  work: Work,
  patient: Patient,
  { id, type, date, quantity: quantity_before }: EntryRow,
  quantity: number,
): void {
  if (quantity === quantity_before) return;
  const data = { entry_id: id, patient_id: patient.id, entry: type, quantity, quantity_before, date };
  announceEvent(work, { domainId: patient.domainId, type: 'vials.corrected', data });
}
