import { type DocumentStatus, PatientDocumentKind } from '@vialkeep/contract/documents.ts';

type Stated = { kind: PatientDocumentKind; status: DocumentStatus };

/** Where a patient stands with one kind of document: something to sign, everything signed, or never asked. */
export type KindState = DocumentStatus | 'none';

/** F068: what is pending counts, also beside an older one that is signed. */
export function stateOfKind(documents: readonly Stated[], kind: PatientDocumentKind): KindState {
  const ofKind = documents.filter((document) => document.kind === kind);
  if (ofKind.some(({ status }) => status === 'Pending')) return 'Pending';
  return ofKind.length > 0 ? 'Completed' : 'none';
}

/** The kinds that a patient can still sign, in the order of the buttons. */
export function kindsToSign(documents: readonly Stated[]): PatientDocumentKind[] {
  return PatientDocumentKind.options.filter((kind) => stateOfKind(documents, kind) !== 'Completed');
}
