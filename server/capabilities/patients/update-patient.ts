import { updatePatient } from '@vialkeep/contract/patients.ts';
import { audit } from '../../kernel/audit.ts';
import { type Changes, changesBetween } from '../../kernel/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { requireNamesWithoutAddress } from '../../kernel/names-without-address.ts';
import { type Patient, visiblePatient } from '../custody/index.ts';
import { claimVersion } from '../network/index.ts';
import { changeBelongings } from './belongings.ts';
import { changeProcessing } from './change-processing.ts';
import { recordFor } from './read-patient-record.ts';

/** U-08: a lab and the patients-list role change the processing data; who and whose the patient is stays as it is. */
export const updatePatientHandler = handle(
  updatePatient,
  async ({ actor, params, body, write, services }) =>
    write(async (work) => {
      const patient = await visiblePatient(work.db, actor, params.id);
      if (!(await claimVersion(work, patient.id, body.version))) throw refuseBy(updatePatient, 'changed_meanwhile');
      let changes = await changeProcessing(work, patient, body);
      const fields: string[] = [];
      if (services.permissions.permits(actor, 'patients.change_identity')) {
        changes = { ...changes, ...(await changeIdentity(work, patient, body)) };
        fields.push(...(await changeBelongings(work, patient, body)));
      }
      await audit(work, {
        domainId: patient.domainId,
        action: 'patients.change',
        subject: 'user',
        subjectId: patient.id,
        facts: { fields: [...Object.keys(changes), ...fields] },
        changes,
      });
      const record = await recordFor(work.db, actor, services.permissions, patient.id);
      return { ...record, message: 'Patient has been updated!' };
    }),
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

const identityFields = ['email', 'first_name', 'last_name'] as const;

async function changeIdentity(
  work: Work,
  patient: Patient,
  given: Call<typeof updatePatient>['body'],
): Promise<Changes> {
  const before = await work.db
    .selectFrom('users')
    .select(identityFields)
    .where('id', '=', patient.id)
    .executeTakeFirstOrThrow();
  const { email, first_name, last_name } = given;
  const changes = changesBetween(before, { email, first_name, last_name });
  if (Object.keys(changes).length === 0) return {};
  requireNamesWithoutAddress(before, given);
  await work.db.updateTable('users').set({ email, first_name, last_name }).where('id', '=', patient.id).execute();
  return changes;
}
