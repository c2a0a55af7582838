export { signerId } from './documents.queries.ts';
export { claimGuestDocuments } from './filing/claim-guest-documents.ts';
export { destroyOldPapers } from './filing/destroy-old-papers.ts';
export { type DocumentOfUser, documentsOf } from './reading/documents-of-users.ts';
export { pendingDocuments } from './reading/documents-seen.ts';
export { createSignatureRequest, findSigner } from './requests/create-signature-request.ts';
export { claimAttestation, type IssuedPair, ownsAttestation } from './signing-links/attestations.ts';
export { type DocumentFault, verifyDocuments } from './verification/verify-documents.ts';
