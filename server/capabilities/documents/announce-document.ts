import type { EventData } from '@vialkeep/contract/events.ts';
import { type DocumentRow, patientOf } from './documents.queries.ts';

/** A document as its events name it: by its number, without the name of its signer. */
export function buildDocumentData(document: DocumentRow): EventData<'document.sent'> {
  const { id, kind, signer_id, center_id } = document;
  return { document_id: id, kind, signer_id, patient_id: patientOf(document)?.id ?? null, center_id };
}
