export { adoptDocuments } from './adopt-documents.ts';
export { askForSignatures, signerAt } from './ask-for-signatures.ts';
export { claimAttestation, type IssuedPair, ownsAttestation } from './attestations.ts';
export { type DocumentOfUser, documentsOf } from './documents-of-users.ts';
export { pendingDocuments } from './documents-seen.ts';
export { type DocumentFault, verifyDocuments } from './verify-documents.ts';
