import type { ListedDocument } from '@vialkeep/contract/documents.ts';
import { personOf } from './document-labels.ts';

/** One patient's documents; a patient without an account is identified by email. */
export type PatientSignatures = { id: string; name: string; email: string; documents: readonly ListedDocument[] };

/** Patients with unsigned documents, the longest waiting first. */
export function waitingPatients(documents: readonly ListedDocument[], hidden: boolean): PatientSignatures[] {
  const patients = [...Map.groupBy(documents, keyOf)].flatMap(([id, own]) => {
    const [first] = own;
    return first && own.some(isPending) ? [{ id, ...personOf(first, hidden), documents: own }] : [];
  });
  return patients.toSorted((one, other) => waitsSince(one).localeCompare(waitsSince(other)));
}

export function isPending({ status }: Pick<ListedDocument, 'status'>): boolean {
  return status === 'Pending';
}

function keyOf({ patient_desc: [patient], patient_email }: ListedDocument): string {
  return patient ? String(patient.id) : patient_email.toLowerCase();
}

function waitsSince({ documents }: PatientSignatures): string {
  return documents
    .filter(isPending)
    .map(({ requested_at }) => requested_at)
    .reduce((earliest, asked) => (asked < earliest ? asked : earliest));
}
