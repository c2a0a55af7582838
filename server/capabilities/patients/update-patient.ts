import { updatePatient } from '@vialkeep/contract/patients.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween, type FieldChanges } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { requireNamesWithoutAddress } from '../../kernel/names-without-address.ts';
import { bumpVersion, updateAccount } from '../accounts/index.ts';
import { authorizePatient, type Patient } from '../custody/index.ts';
import { changeEmailForAnother, countChangeLetter } from '../email-changes/index.ts';
import { changeProcessing } from './change-processing.ts';
import { updatePatientRelations } from './patient-relations.ts';
import { recordFor } from './read-patient-record.ts';

/** A lab and the Patients List plan change only the processing data; identity and relations stay (U-08). */
export const updatePatientHandler = handle(
  updatePatient,
  async (call) => {
    const { access, actor, params, body, request, write, services } = call;
    if (access.mayTry('patients.change_identity')) {
      await countChangeLetter(services, { actor, request, userId: params.id, email: body.email });
    }
    return write(async (work) => {
      const patient = await authorizePatient(access, work.db, params.id);
      if (!(await bumpVersion(work, patient.id, body.version))) throw refuseBy(updatePatient, 'changed_meanwhile');
      let changes = await changeProcessing(work, patient, body);
      const fields: string[] = [];
      if (access.can('patients.change_identity', patient.facts)) {
        changes = { ...changes, ...(await changeIdentity(work, call, patient)) };
        fields.push(...(await updatePatientRelations(work, patient, body)));
      }
      await audit(work, {
        domainId: patient.domainId,
        action: 'patients.change',
        subject: 'user',
        subjectId: patient.id,
        facts: { fields: [...Object.keys(changes), ...fields] },
        changes,
      });
      const record = await recordFor(work.db, access, patient);
      return { ...record, message: 'Patient has been updated!' };
    });
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

const identityFields = ['email', 'first_name', 'last_name'] as const;

async function changeIdentity(
  work: Work,
  { body: given, proof, services }: Call<typeof updatePatient>,
  patient: Patient,
): Promise<FieldChanges> {
  const before = await work.db
    .selectFrom('users')
    .select(identityFields)
    .where('id', '=', patient.id)
    .executeTakeFirstOrThrow();
  const { email, first_name, last_name } = given;
  const isMoved =
    email !== undefined && (await changeEmailForAnother(work, services.domains, patient.id, email, proof));
  const moved: FieldChanges = isMoved ? { email: { before: before.email, after: email } } : {};
  const changes = changesBetween(before, { first_name, last_name });
  if (Object.keys(changes).length === 0) return moved;
  requireNamesWithoutAddress(before, given);
  await updateAccount(work, patient.id, { first_name, last_name });
  return { ...moved, ...changes };
}
