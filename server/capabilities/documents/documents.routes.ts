import { completePatientDocumentHandler } from './complete-patient-document.ts';
import { createTemplateHandler } from './create-template.ts';
import { deleteDocumentHandler } from './delete-document.ts';
import { fileSignedDocumentsHandler } from './file-signed-documents.ts';
import { linkDocumentHandler } from './link-document.ts';
import { listCenterDocumentsHandler } from './list-center-documents.ts';
import { listDocumentsHandler } from './list-documents.ts';
import { listPatientDocumentsHandler } from './list-patient-documents.ts';
import { readAttestationFileHandler } from './read-attestation-file.ts';
import { readDocumentFileHandler } from './read-document-file.ts';
import { receiveEsignMessageHandler } from './receive-esign-message.ts';
import { requestSignaturesHandler } from './request-signatures.ts';
import { resendSignatureRequestHandler } from './resend-signature-request.ts';
import { signLinkForAttestationHandler } from './sign-link-for-attestation.ts';
import { signLinkForGuestHandler } from './sign-link-for-guest.ts';
import { signLinkForPatientHandler } from './sign-link-for-patient.ts';
import { signLinkForSignUpHandler } from './sign-link-for-sign-up.ts';
import { updateDocumentStatusHandler } from './update-document-status.ts';
import { uploadSignedDocumentHandler } from './upload-signed-document.ts';
import { verifyCodeHandler } from './verify-code.ts';
import { verifyFileHandler } from './verify-file.ts';

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
];
