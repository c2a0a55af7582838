import { Plan } from '@vialkeep/contract/plans.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { createAccount } from '../accounts/index.ts';
import type { Patient } from '../custody/index.ts';
import { claimGuestDocuments } from '../documents/index.ts';
import { releaseUnconfirmedAddress } from '../email-changes/index.ts';
import { invite } from '../identity/index.ts';
import { type PatientRelations, updatePatientRelations } from './patient-relations.ts';

const PLAN = Plan.generalMember;

export type NewPatient = { email: string; first_name: string; last_name: string; phone_number?: string };

/** Creates an account without a password; the patient chooses one by the link in an email (S-16). */
export async function addPatient(
  work: Work,
  home: Domain,
  person: NewPatient,
  given: PatientRelations,
): Promise<Patient> {
  await releaseUnconfirmedAddress(work, person.email);
  const account = await createAccount(work, { domain_id: home.id, plan_id: PLAN, ...person });
  const patient = { id: account.id, domainId: account.domain_id };
  await updatePatientRelations(work, patient, given);
  await claimGuestDocuments(work, patient);
  await invite(work, { account, home });
  return patient;
}
