import { listPatientDocuments, type PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { authorizePatient } from '../../custody/index.ts';
import { publicDocumentId } from '../documents.present.ts';
import { type DocumentRow, documentsOfSigner } from '../documents.queries.ts';

export const listPatientDocumentsHandler = handle(listPatientDocuments, async ({ access, actor, db, params }) => {
  const patient = await authorizePatient(access, db, params.userId);
  const documents = await documentsOfSigner(db, patient.id);
  const isSigner = actor.userId === patient.id && !actor.acting;
  const of = (kind: PatientDocumentKind) =>
    documents.filter((row) => row.kind === kind).map((row) => present(row, kind, isSigner));
  return {
    success: true as const,
    attestation: of('attestation'),
    processing: of('processing'),
    storage: of('storage'),
    may: isSigner ? (['sign'] as const).slice() : [],
  };
});

function present(row: DocumentRow, kind: PatientDocumentKind, isSigner: boolean) {
  return {
    id: row.id,
    document_id: isSigner ? row.document_id : publicDocumentId(row),
    name: row.name,
    kind,
    status: row.status,
    requested_at: row.requested_at.toISOString(),
    signed_at: row.signed_at?.toISOString() ?? null,
    has_supplement: row.has_supplement,
  };
}
