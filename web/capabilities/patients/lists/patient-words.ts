import { shownName } from '../../../kernel/shown-name.ts';

type Named = { id: number; first_name?: string | undefined; last_name?: string | undefined };
type Clinic = { id: number; company: string };
type Seller = { id: number; first_name: string; last_name: string };

/** '#1031 - Ana Whitfield', '#1031 - A. W.' while names are hidden, or '#1031' where the answer has no name (S-20). */
export function patientName({ id, first_name, last_name }: Named, hidden: boolean): string {
  if (first_name === undefined || last_name === undefined) return patientNumber({ id });
  return `#${id} - ${shownName(`${first_name} ${last_name}`, hidden)}`;
}

/** S-20: to those who sell, a patient is a number. */
export function patientNumber({ id }: { id: number }): string {
  return `#${id}`;
}

export function clinicName(clinic: Clinic | undefined): string {
  return clinic ? `# ${clinic.id} - ${clinic.company}` : '';
}

export function sellerName(seller: Seller | undefined): string {
  return seller ? `# ${seller.id} - ${seller.first_name} ${seller.last_name}` : '';
}

/** A part of one of these, in small or capital letters. */
export function isAmong(texts: readonly (string | number | undefined)[], typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return texts.some((text) => text !== undefined && String(text).toLowerCase().includes(wanted));
}
