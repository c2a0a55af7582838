import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { CreatePatientBody, type PatientRecord, type updatePatient } from '@vialkeep/contract/patients.ts';
import { z } from 'zod';
import { ProcessValues, processChangesOf, processValuesOf } from '../../../components/sample/process-values.ts';
import { formatEmail } from '../../../ui/display/formats.ts';
import { recordTexts } from '../record/record.texts.ts';
import { processLines } from './process-labels.ts';

const { email, first_name, last_name } = CreatePatientBody.shape;

/** The form's values. */
export const PatientValues = z.object({
  email,
  first_name,
  last_name,
  harvest_center_temporal: UserId.nullable(),
  referral_harvest_center_temporal: UserId.nullable(),
  ...ProcessValues.shape,
});
export type PatientValues = z.infer<typeof PatientValues>;

/** The schema for users who cannot change the identity: unsent fields are not validated. */
export const ProcessingOnly = PatientValues.extend({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

export function buildPatientValues(record: PatientRecord | null): PatientValues {
  return {
    email: record?.email ?? '',
    first_name: record?.first_name ?? '',
    last_name: record?.last_name ?? '',
    harvest_center_temporal: record?.harvest_center_temporal ?? null,
    referral_harvest_center_temporal: record?.referral_harvest_center_temporal ?? null,
    ...processValuesOf(record),
  };
}

type PatientUpdate = z.input<(typeof updatePatient)['body']>;

/** The changed fields and the version that they are based on. Unchanged fields are not sent. */
export function buildPatientUpdate(values: PatientValues, before: PatientRecord): PatientUpdate {
  const known = new Map<string, unknown>(Object.entries(wireOf(buildPatientValues(before))));
  const changed = Object.entries(wireOf(values)).filter(([name, value]) => value !== known.get(name));
  return { ...Object.fromEntries(changed), version: before.version };
}

/** The request body: the form's values under their wire names. */
export function wireOf(values: PatientValues) {
  return {
    email: values.email,
    first_name: values.first_name,
    last_name: values.last_name,
    harvest_center_temporal: values.harvest_center_temporal,
    referral_harvest_center_temporal: values.referral_harvest_center_temporal,
    ...processChangesOf(values),
  };
}

/** Merges another user's change: the user's unsaved input stays, other fields take the new value. */
export function mergedValues(typed: PatientValues, before: PatientRecord, after: PatientRecord): PatientValues {
  const known = new Map<string, unknown>(Object.entries(buildPatientValues(before)));
  const kept = Object.entries(typed).filter(([name, value]) => value !== known.get(name));
  return { ...buildPatientValues(after), ...Object.fromEntries(kept) };
}

export type Difference = { label: string; from: string; to: string };

/** The differences between two versions of a patient, by the form's labels. */
export function differences(before: PatientRecord, after: PatientRecord): Difference[] {
  const [known, fresh] = [linesOf(before), linesOf(after)];
  return fresh
    .map(([label, to], at) => ({ label, from: known[at]?.[1] ?? '', to }))
    .filter(({ from, to }) => from !== to);
}

/** All form fields as text. The identity is included only if the answer contains it. */
export function linesOf(record: PatientRecord): (readonly [label: string, value: string])[] {
  const texts = recordTexts.form;
  const companies = (clinics: readonly { company: string }[]) => clinics.map(({ company }) => company).join(', ');
  return [
    [texts.email, record.email === undefined ? '' : formatEmail(record.email)],
    [texts.firstName, record.first_name ?? ''],
    [texts.lastName, record.last_name ?? ''],
    ...processLines(record),
    [texts.referral, companies(record.rhc_desc)],
    [texts.center, companies(record.hc_desc)],
  ];
}
