import type { PatientRecord } from '@vialkeep/contract/patients.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.page;

/** Sales plans see a number instead of a name (S-20). */
export function patientName({ id, first_name, last_name }: PatientRecord): string {
  return [first_name, last_name].filter(Boolean).join(' ') || texts.unnamed(id);
}

/** '#2031 · Lab ID CB-77120 · HC North Clinic · RHC Lakeside · Lab Cascadia · Rep J. Reyes' */
export function headLine(record: PatientRecord): string {
  const named = (clinics: readonly { company: string }[], words: (names: string) => string) =>
    clinics.length === 0 ? null : words(clinics.map(({ company }) => company).join(', '));
  return [
    texts.id(record.id),
    record.lab_id && texts.labId(record.lab_id),
    named(record.hc_desc, texts.center),
    named(record.rhc_desc, texts.referral),
    named(record.lab_desc, texts.lab),
    record.sales_rep && texts.rep(record.sales_rep.name),
  ]
    .filter(Boolean)
    .join(' · ');
}
