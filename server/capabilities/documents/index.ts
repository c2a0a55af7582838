export { claimGuestDocuments } from './filing/adopt-documents.ts';
export { type DocumentOfUser, documentsOf } from './reading/documents-of-users.ts';
export { pendingDocuments } from './reading/documents-seen.ts';
export { createSignatureRequest, findSigner } from './requests/ask-for-signatures.ts';
export { claimAttestation, type IssuedPair, ownsAttestation } from './signing-links/attestations.ts';
export { type DocumentFault, verifyDocuments } from './verification/verify-documents.ts';
