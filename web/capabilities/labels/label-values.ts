import { LabelDetails, NO_PATIENT, OTHER_PATIENT } from '@vialkeep/contract/labels.ts';
import type { Location } from '@vialkeep/contract/locations.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { z } from 'zod';
import { today } from '../../ui/display/formats.ts';
import { labelsTexts } from './labels.texts.ts';

/** The contract's request in form shape: patients are a list in which 0 means 'Other'. */
export const LabelValues = LabelDetails.extend({
  patients: z.array(z.number()).min(1, NO_PATIENT),
  other_patient_name: z.string(),
}).superRefine(({ patients, other_patient_name }, context) => {
  if (!patients.includes(OTHER_PATIENT) || other_patient_name.trim() !== '') return;
  context.addIssue({ code: 'custom', path: ['other_patient_name'], message: labelsTexts.form.otherNeeded });
});
export type LabelValues = z.input<typeof LabelValues>;

/** A new request with the account's default address, for today. */
export function newRequest(user: SessionUser, [location]: readonly Location[], patientId: number | null): LabelValues {
  const address = location ?? user;
  return {
    patients: patientId === null ? [] : [patientId],
    other_patient_name: '',
    harvest_center_email: user.email,
    harvest_center_representative: user.username,
    doctor_name: '',
    doctor_email: '',
    doctor_phone: user.phone_number,
    label_date: today(),
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    state_desc: address.state_desc,
    country_desc: address.country_desc,
    zip_code: address.zip_code,
  };
}

/** Ids joined with commas, without 0 (2-operations section 5). */
export function bodyOf({ patients, other_patient_name, ...details }: LabelValues) {
  const isOther = patients.includes(OTHER_PATIENT);
  return {
    ...details,
    patients_ids: patients.filter((id) => id !== OTHER_PATIENT).join(','),
    other_patient_name: isOther ? other_patient_name : '',
  };
}

/** 'Other' and patients exclude each other; the last choice wins. */
export function chosenPatients(now: readonly number[], before: readonly number[]): readonly number[] {
  if (!now.includes(OTHER_PATIENT) || now.length === 1) return now;
  return before.includes(OTHER_PATIENT) ? now.filter((id) => id !== OTHER_PATIENT) : [OTHER_PATIENT];
}
