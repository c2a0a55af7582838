export { type DocumentKind, signerId } from './documents.queries.ts';
export { documentUploads } from './documents.uploads.ts';
export { insertDocument, recordRequestInCustody } from './filing/add-document.ts';
export { claimGuestDocuments } from './filing/claim-guest-documents.ts';
export { completeDocument } from './filing/complete-document.ts';
export { destroyOldPapers } from './filing/destroy-old-papers.ts';
export {
  hideImportedDocuments,
  type ImportedDocument,
  patientsOfDocuments,
  recordManyDocuments,
} from './import/record-many-documents.ts';
export { type DocumentOfUser, documentsOf } from './reading/documents-of-users.ts';
export { pendingDocuments } from './reading/documents-seen.ts';
export { createSignatureRequest, findSigner } from './requests/create-signature-request.ts';
export { claimAttestation, type IssuedPair, ownsAttestation } from './signing-links/attestations.ts';
export { type DocumentFault, verifyDocuments } from './verification/verify-documents.ts';
