import { completePatientDocumentHandler } from './filing/complete-patient-document.ts';
import { deleteDocumentHandler } from './filing/delete-document.ts';
import { fileSignedDocumentsHandler } from './filing/file-signed-documents.ts';
import { linkDocumentHandler } from './filing/link-document.ts';
import { updateDocumentStatusHandler } from './filing/update-document-status.ts';
import { uploadSignedDocumentHandler } from './filing/upload-signed-document.ts';
import { receiveEsignMessageHandler } from './provider-sync/receive-esign-message.ts';
import { listCenterDocumentsHandler } from './reading/list-center-documents.ts';
import { listDocumentsHandler } from './reading/list-documents.ts';
import { listPatientDocumentsHandler } from './reading/list-patient-documents.ts';
import { readAttestationFileHandler } from './reading/read-attestation-file.ts';
import { readDocumentFileHandler } from './reading/read-document-file.ts';
import { createTemplateHandler } from './requests/create-template.ts';
import { requestSignaturesHandler } from './requests/request-signatures.ts';
import { resendSignatureRequestHandler } from './requests/resend-signature-request.ts';
import { signLinkForAttestationHandler } from './signing-links/sign-link-for-attestation.ts';
import { signLinkForGuestHandler } from './signing-links/sign-link-for-guest.ts';
import { signLinkForPatientHandler } from './signing-links/sign-link-for-patient.ts';
import { signLinkForSignUpHandler } from './signing-links/sign-link-for-sign-up.ts';
import { readTimestampAuthorityHandler, readTimestampHandler } from './verification/read-timestamp.ts';
import { verifyCodeHandler } from './verification/verify-code.ts';
import { verifyFileHandler } from './verification/verify-file.ts';

export const documentsHandlers = [
  listPatientDocumentsHandler,
  signLinkForPatientHandler,
  completePatientDocumentHandler,
  signLinkForAttestationHandler,
  signLinkForSignUpHandler,
  createTemplateHandler,
  signLinkForGuestHandler,
  requestSignaturesHandler,
  uploadSignedDocumentHandler,
  fileSignedDocumentsHandler,
  listCenterDocumentsHandler,
  updateDocumentStatusHandler,
  resendSignatureRequestHandler,
  listDocumentsHandler,
  linkDocumentHandler,
  deleteDocumentHandler,
  readAttestationFileHandler,
  receiveEsignMessageHandler,
  readDocumentFileHandler,
  verifyFileHandler,
  verifyCodeHandler,
  readTimestampHandler,
  readTimestampAuthorityHandler,
];
