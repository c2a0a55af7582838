import { updatePatient } from '@vialkeep/contract/patients.ts';
import { audit } from '../../kernel/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { type Patient, visiblePatient } from '../custody/index.ts';
import { changeEmailForAnother } from '../email-changes/index.ts';
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
      const fields = await changeProcessing(work, patient, body);
      if (services.permissions.permits(actor, 'patients.change_identity')) {
        fields.push(
          ...(await changeIdentity(work, services, patient, body)),
          ...(await changeBelongings(work, patient, body)),
        );
      }
      await audit(work, {
        domainId: patient.domainId,
        action: 'patients.change',
        subject: 'user',
        subjectId: patient.id,
        facts: { fields },
      });
      const record = await recordFor(work.db, actor, services.permissions, patient.id);
      return { ...record, message: 'Patient has been updated!' };
    }),
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

const identityFields = ['first_name', 'last_name'] as const;

async function changeIdentity(
  work: Work,
  { domains }: Services,
  patient: Patient,
  given: Call<typeof updatePatient>['body'],
): Promise<string[]> {
  const before = await work.db
    .selectFrom('users')
    .select(identityFields)
    .where('id', '=', patient.id)
    .executeTakeFirstOrThrow();
  const isMoved = given.email !== undefined && (await changeEmailForAnother(work, domains, patient.id, given.email));
  const moved = isMoved ? ['email'] : [];
  const changed = identityFields.filter((field) => given[field] !== undefined && given[field] !== before[field]);
  if (changed.length === 0) return moved;
  const values = Object.fromEntries(changed.map((field) => [field, given[field]]));
  await work.db.updateTable('users').set(values).where('id', '=', patient.id).execute();
  return [...moved, ...changed];
}
