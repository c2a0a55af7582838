import type { TabledPatient } from '@vialkeep/contract/patients.ts';
import { shownName } from '../../../kernel/session/shown-name.ts';
import { listTexts } from './lists.texts.ts';

type NamedPatient = { id: number; first_name?: string | undefined; last_name?: string | undefined };
type Clinic = { id: number; company: string };
type Seller = { id: number; first_name: string; last_name: string };

/** '#1031 - Ana Whitfield', '#1031 - A. W.' while names are hidden, or '#1031' where the answer has no name (S-20). */
export function patientName({ id, first_name, last_name }: NamedPatient, hidden: boolean): string {
  if (first_name === undefined || last_name === undefined) return patientNumber({ id });
  return `#${id} - ${shownName(`${first_name} ${last_name}`, hidden)}`;
}

/** Sales plans see a patient by number only (S-20). */
export function patientNumber({ id }: { id: number }): string {
  return `#${id}`;
}

/** Joins the present parts with commas; N/A if there are none. */
export function formatPatientAddress(
  patient: Pick<TabledPatient, 'address1' | 'address2' | 'city' | 'state_desc' | 'zip_code'>,
): string {
  const parts = [patient.address1, patient.address2, patient.city, patient.state_desc, patient.zip_code];
  return parts.filter((part) => part !== '').join(', ') || listTexts.none;
}

/** Non-breaking, so that the number stays on one line. */
export function phoneOf({ phone_number }: Pick<TabledPatient, 'phone_number'>): string {
  return phone_number.replaceAll(' ', '\u00a0') || listTexts.none;
}

export function clinicName(clinic: Clinic | undefined): string {
  return clinic ? `# ${clinic.id} - ${clinic.company}` : '';
}

export function sellerName(seller: Seller | undefined): string {
  return seller ? `# ${seller.id} - ${seller.first_name} ${seller.last_name}` : '';
}
