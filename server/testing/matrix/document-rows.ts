import { ADMINS, about, adminOnly, type Matrix, ofPlan, plain } from './rows.ts';

const byId = (id: number) => ({ params: { id } });

const NOBODYS = 'A'.repeat(22);

/** Consent documents and attestations. */
export const documentRows: Matrix = {
  listPatientDocuments: about('patient', (id) => ({ params: { userId: id } }), {
    own: '200: 2 4 5 7 10 7n; 403: rest',
    same: '200: 7 10 7n; 404: 2 4 5; 403: rest',
    other: '200: 7 10; 404: 2 4 5 7n; 403: rest',
  }),
  // Administrators see the patient, and get 409 because only the signer signs (T17).
  signLinkForPatient: about('patient', (id) => ({ body: { patientId: id, docType: 'storage' } }), {
    own: '200: 2; 409: 7 10 7n; 403: rest',
    same: '404: 2; 409: 7 10 7n; 403: rest',
    other: '404: 2 7n; 409: 7 10; 403: rest',
  }),
  completePatientDocument: plain('400: 2; 403: rest', { body: { documentId: NOBODYS } }),
  signLinkForAttestation: about('staff', (id) => ({ body: { userId: id } }), {
    own: '200: 9; 404: 4; 409: 7 10 7n; 403: rest',
    same: '404: 4 9; 409: 7 10 7n; 403: rest',
    other: '404: 4 9 7n; 409: 7 10; 403: rest',
  }),
  requestSignatures: about(
    'center',
    (id) => ({ body: { harvest_center_id: id, name: 'New Patient', email: 'new@patients.test' } }),
    {
      own: '200: 4 7 10 7n; 404: 5; 403: rest',
      same: '200: 7 10 7n; 404: 4 5; 403: rest',
      other: '200: 7 10; 404: 4 5 7n; 403: rest',
    },
  ),
  uploadSignedDocument: plain('415: 4 7 10 7n; 403: rest', {
    file: { name: 'script.pdf', bytes: Buffer.from('#!/bin/sh') },
  }),
  // The tests of the use case cover the owners of uploads; this upload does not exist.
  fileSignedDocuments: about(
    'center',
    (id) => ({
      body: { harvest_center_id: id, name: 'New Patient', email: 'new@patients.test', storage: 'nobodys.pdf' },
    }),
    {
      own: '400: 4 7 10 7n; 403: rest',
      same: '400: 7 10 7n; 404: 4; 403: rest',
      other: '400: 7 10; 404: 4 7n; 403: rest',
    },
  ),
  listCenterDocuments: about('center', byId, ofPlan(4)),
  updateDocumentStatus: plain('200: 4 7 10 7n; 403: rest'),
  resendSignatureRequest: about('document', (id) => ({ body: { doc_id: id } }), {
    own: '200: 4 5 7 10 7n; 403: rest',
    same: '200: 7 10 7n; 404: 4 5; 403: rest',
    other: '200: 7 10; 404: 4 5 7n; 403: rest',
  }),
  listDocuments: plain(ADMINS),
  // The tests of the use case cover the accounts that a document can be linked to; this one does not exist.
  linkDocument: about('document', (id) => ({ params: { id }, body: { patient: 999_999 } }), {
    own: '400: 7 10 7n; 403: rest',
    same: '400: 7 10 7n; 403: rest',
    other: '400: 7 10; 404: 7n; 403: rest',
  }),
  deleteDocument: about('document', byId, adminOnly),
  readAttestationFile: about('center', byId, {
    own: '400: 7 10 7n; 403: rest',
    same: '400: 7 10 7n; 403: rest',
    other: '400: 7 10; 404: 7n; 403: rest',
  }),
  readDocumentFile: plain('404: 2 4 5 7 9 10 7n; 403: rest', { params: { file: `${NOBODYS}.pdf` } }),
};
