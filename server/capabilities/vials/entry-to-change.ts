import type { Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type AuthorizedPatient, authorizePatient, lockCustody } from '../custody/index.ts';
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
