import { type DocumentStatus, PatientDocumentKind } from '@vialkeep/contract/documents.ts';

type Stated = { kind: PatientDocumentKind; status: DocumentStatus };

/** A patient's state for one kind of document: pending, signed, or never requested. */
export type KindState = DocumentStatus | 'none';

/** A pending document wins over an older signed one (F068). */
export function stateOfKind(documents: readonly Stated[], kind: PatientDocumentKind): KindState {
  const ofKind = documents.filter((document) => document.kind === kind);
  if (ofKind.some(({ status }) => status === 'Pending')) return 'Pending';
  return ofKind.length > 0 ? 'Completed' : 'none';
}

/** The kinds that the patient can still sign, in button order. */
export function kindsToSign(documents: readonly Stated[]): PatientDocumentKind[] {
  return PatientDocumentKind.options.filter((kind) => stateOfKind(documents, kind) !== 'Completed');
}
