import { z } from 'zod';
import { FileTimestamp } from './document-timestamps.ts';
import { DocumentRowId, DocumentRowIdInPath, DomainId, UserId, UserIdInPath } from './kernel/ids.ts';
import { noEmail } from './kernel/no-email.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route, UPLOAD_LIMIT_BYTES } from './kernel/route.ts';
import { Email, requiredName, text } from './kernel/text.ts';

/** The kinds of documents that a patient signs. */
export const PatientDocumentKind = z.enum(['attestation', 'processing', 'storage']);
export type PatientDocumentKind = z.infer<typeof PatientDocumentKind>;

export const DocumentStatus = z.enum(['Pending', 'Completed']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

export const PROBLEM = 'There was a problem processing this document.';

/** A document's random id, or the alias from an email. A malformed id is refused like an unknown one. */
const DocumentId = text(100);

/** A document by its random id or by its number. */
const DocumentName = z.union([z.number().int().positive().transform(String), text(100)]);

/** True where a page that completes the certificate is served as /media/{document_id}-supplement.pdf. */
const HasSupplement = z.boolean();

const DocumentOfPatient = z.object({
  id: DocumentRowId,
  document_id: z.string(),
  name: z.string(),
  kind: PatientDocumentKind,
  status: DocumentStatus,
  requested_at: z.string(),
  signed_at: z.string().nullable(),
  has_supplement: HasSupplement,
});
export type DocumentOfPatient = z.infer<typeof DocumentOfPatient>;

export const listPatientDocuments = route({
  method: 'GET',
  path: '/api/v1/documents/list/:userId/',
  summary: 'A patient’s consent documents by kind',
  access: 'documents.of_patient',
  reads: { what: 'document list', subjects: (_, { params }) => [params.userId] },
  params: z.object({ userId: UserIdInPath }),
  answer: z.object({
    success: z.literal(true),
    attestation: z.array(DocumentOfPatient),
    processing: z.array(DocumentOfPatient),
    storage: z.array(DocumentOfPatient),
    /** Only the patient can sign; no other user signs for them. */
    may: z.array(z.enum(['sign'])),
  }),
});

const signing = {
  problem: refusal(400, PROBLEM),
  signed_already: refusal(409, PROBLEM),
  not_while_acting: refusal(409, 'Only the signer can sign. Somebody who works in their account cannot.'),
  provider_unavailable: refusal(503, 'Documents cannot be signed right now. Please try again in a few minutes.'),
};

const SignLink = z.object({
  success: z.literal(true),
  signLink: z.string(),
  documentId: z.string(),
  message: z.string(),
});

/**
 * Only the kind is taken from the body; the rest is read from the patient's record. Without a `docId` the route uses
 * the pending document of that kind, or creates one where there is none (U-13).
 */
export const signLinkForPatient = route({
  method: 'POST',
  path: '/api/v1/documents/sign-link-patient/',
  summary: 'An address where the patient signs one document',
  access: 'documents.sign',
  body: z.object({ patientId: UserId, docId: DocumentName.nullish(), docType: PatientDocumentKind }),
  inPerson: true,
  answer: SignLink,
  refusals: signing,
});

/** False while the document is not signed, or while the provider is still sealing it. */
export const completePatientDocument = route({
  method: 'POST',
  path: '/api/v1/documents/patient-signed-document/',
  summary: 'Look whether a patient’s document is signed, and file it',
  access: 'documents.complete',
  body: z.object({ documentId: DocumentId, userId: orEmpty(UserId).optional() }),
  answer: z.object({ success: z.boolean() }),
  refusals: { problem: signing.problem, provider_unavailable: signing.provider_unavailable },
});

export const signLinkForAttestation = route({
  method: 'POST',
  path: '/api/v1/documents/harvest-center/attestation/',
  summary: 'An address where a harvest center or its staff signs the attestation',
  access: 'documents.attest',
  body: z.object({ userId: UserId, docId: DocumentName.nullish() }),
  inPerson: true,
  answer: SignLink,
  refusals: signing,
});

/** For a signer who has no account yet (S-03, S-19). */
export const signLinkForSignUp = route({
  method: 'POST',
  path: '/auth/esign/',
  summary: 'An address where the person who signs up as a harvest center signs the attestation',
  access: 'public',
  body: z.object({ name: requiredName('Name', 200), email: Email }),
  answer: SignLink,
  refusals: { provider_unavailable: signing.provider_unavailable },
});

/** `name` is the signer for whom the document was made; a repeated call returns the same ids (S-12, S-19). */
export const createTemplate = route({
  method: 'GET',
  path: '/auth/esign/',
  summary: 'The template made from a signed attestation',
  access: 'public',
  query: z.object({ documentId: DocumentId.default(''), name: text(200).default('') }),
  answer: z.object({ templateId: z.string(), docId: z.string() }),
  refusals: {
    problem: signing.problem,
    not_signed_yet: refusal(409, 'This document is not signed yet.'),
    provider_unavailable: signing.provider_unavailable,
  },
});

/**
 * A guest has only the documentId, which shows and signs that one document. It is an alias of the document's id; every
 * email carries a new one, and it expires with the next email or after 30 days (F070).
 */
export const signLinkForGuest = route({
  method: 'GET',
  path: '/auth/esign/guest/:documentId/',
  summary: 'An address where a guest signs the document whose id they were sent',
  access: 'public',
  params: z.object({ documentId: DocumentId }),
  answer: z.object({ signLink: z.string(), name: z.string() }),
  refusals: { problem: signing.problem, provider_unavailable: signing.provider_unavailable },
});

const Sent = z.object({ code: z.literal('success'), message: z.string() });

/** Defaults to the calling clinic; an administrator must name one. */
const RequestingCenter = orEmpty(UserId).optional();

/**
 * The center's data come from its record; the patient's email address may be new, which is the purpose of the call
 * (S-23).
 */
export const requestSignatures = route({
  method: 'POST',
  path: '/api/v1/documents/send/',
  summary: 'Ask a patient to sign the three documents',
  access: 'documents.request',
  body: z.object({
    harvest_center_id: RequestingCenter,
    name: requiredName('Patient Name', 200),
    email: Email,
  }),
  answer: Sent,
  refusals: noEmail,
});

/** An upload can be used once, by the account that uploaded it, within an hour (S-24, T42). */
export const uploadSignedDocument = route({
  method: 'POST',
  path: '/api/v1/documents/process-file/',
  summary: 'Upload one document that was signed on paper',
  access: 'documents.upload',
  upload: { types: ['pdf'], maxBytes: UPLOAD_LIMIT_BYTES },
  body: z.object({ filename: text(255).optional(), type: text(50).optional() }),
  answer: z.object({ filename: z.string(), pages: z.number().int() }),
  refusals: {
    unreadable_pdf: refusal(400, 'This PDF cannot be read. It may be broken or incomplete.'),
  },
});

const UploadedFile = text(100).nullish();

export const fileSignedDocuments = route({
  method: 'POST',
  path: '/api/v1/documents/upload/',
  summary: 'File documents that were signed on paper',
  access: 'documents.upload',
  body: z.object({
    harvest_center_id: RequestingCenter,
    name: requiredName('Patient Name', 200),
    email: Email,
    attestation: UploadedFile,
    processing: UploadedFile,
    storage: UploadedFile,
  }),
  answer: Sent,
  refusals: {
    nothing_uploaded: refusal(400, 'Choose at least one file.'),
    upload_not_found: refusal(400, 'Upload the file first.'),
  },
});

const PersonOfDocument = z.object({ id: UserId, first_name: z.string(), last_name: z.string(), email: z.string() });

/** A document in the lists of centers and administrators. */
export const ListedDocument = z.object({
  id: DocumentRowId,
  /**
   * Empty while the document is Pending: emails of earlier versions carry the id, and such a link is enough to sign
   * (T46).
   */
  document_id: z.string(),
  name: z.string(),
  kind: PatientDocumentKind,
  status: DocumentStatus,
  domain: z.object({ id: DomainId, name: z.string() }),
  /** The name of the patient at the time the document was made. */
  patient_name: z.string(),
  patient_email: z.string(),
  /** Empty while the document belongs to no account. */
  patient_desc: z.array(PersonOfDocument),
  hc_desc: z.array(z.object({ id: UserId, company: z.string() })),
  requested_at: z.string(),
  /** The last time the server emailed the signer. */
  emailed_at: z.string().nullable(),
  signed_at: z.string().nullable(),
  has_supplement: HasSupplement,
  may: z.array(z.enum(['remind', 'link', 'delete'])),
});
export type ListedDocument = z.infer<typeof ListedDocument>;

export const listCenterDocuments = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/:id/documentList/',
  summary: 'The documents of a harvest center’s patients, newest first',
  access: 'documents.of_center',
  reads: { what: 'list' },
  params: z.object({ id: UserIdInPath }),
  answer: z.array(ListedDocument),
});

/** Covers the documents of the calling center, and for administrators all documents of their sites (S-12, U-16). */
export const updateDocumentStatus = route({
  method: 'GET',
  path: '/api/v1/utilities/update-document-status/',
  summary: 'Ask the provider about the pending documents',
  access: 'documents.check',
  answer: z.object({ success: z.literal(true), updated: z.number().int(), pending: z.number().int() }),
  refusals: { provider_unavailable: signing.provider_unavailable },
  alsoPost: true,
});

/** Sends to the address on record; other fields in the body are ignored (S-23). */
export const resendSignatureRequest = route({
  method: 'POST',
  path: '/api/v1/utilities/send-patient-sign-email/',
  summary: 'Remind a patient of a pending document',
  access: 'documents.request',
  body: z.object({ user_email: text(254).nullish(), user_name: text(200).nullish(), doc_id: DocumentName }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
  refusals: { ...noEmail, already_signed: refusal(409, 'This document is signed already.') },
});

export const DOCUMENTS_PER_PAGE = 30;

export const listDocuments = route({
  method: 'GET',
  path: '/api/admin/documents/',
  summary: 'Every patient document, newest first, 30 at a time',
  access: 'documents.administer',
  reads: { what: 'list' },
  query: z.object({
    ...paging(DOCUMENTS_PER_PAGE),
    search: text(100).optional(),
    /**
     * Not in the documented API: only documents that have been waiting for a signature for more than this many days.
     */
    pending_days: z.coerce.number().int().min(0).max(3_650).optional(),
  }),
  answer: pageOf(ListedDocument),
});

const aboutDocument = z.object({ id: DocumentRowIdInPath });

/** The audit log and the ledgers of both patients keep the previous owner. */
export const linkDocument = route({
  method: 'PATCH',
  path: '/api/admin/documents/:id/',
  summary: 'Say whose document this is',
  access: 'documents.administer',
  params: aboutDocument,
  body: z.object({ patient: UserId }),
  answer: z.object({ id: DocumentRowId }),
  refusals: {
    unknown_patient: refusal(400, 'There is no such patient on the site of this document.'),
  },
});

/** Removes the document from every list; the file is retained (S-25). */
export const deleteDocument = route({
  method: 'DELETE',
  path: '/api/admin/documents/:id/',
  summary: 'Delete a document',
  access: 'documents.administer',
  stepUp: true,
  params: aboutDocument,
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

/** `file` is served as /media/{file}.pdf, and its supplement, where there is one, as /media/{file}-supplement.pdf. */
export const readAttestationFile = route({
  method: 'GET',
  path: '/api/admin/documents/harvest-center/:id/attestation/',
  summary: 'The file of a harvest center’s signed attestation',
  access: 'documents.administer',
  params: z.object({ id: UserIdInPath }),
  answer: z.object({
    success: z.literal(true),
    file: z.string(),
    has_supplement: HasSupplement,
    message: z.string(),
  }),
  refusals: { no_attestation: refusal(400, 'This harvest center has no signed attestation on file.') },
});

/** The webhook of the signing provider. Messages without a valid signature and outdated ones change nothing. */
export const receiveEsignMessage = route({
  method: 'POST',
  path: '/auth/esign/webhook/',
  summary: 'A message of the signing provider',
  access: 'public',
  rawBody: true,
  answer: z.object({ received: z.literal(true) }),
  refusals: { not_from_provider: refusal(401, 'This message is not from the signing provider, or too old.') },
});

/**
 * The file cookie of the login identifies the reader. `file` is {id}.pdf or {id}-supplement.pdf, by its id or an alias
 * (S-18).
 */
export const readDocumentFile = route({
  method: 'GET',
  path: '/media/:file',
  summary: 'A signed document as PDF',
  access: 'documents.read_file',
  reads: { what: 'document file' },
  fileSession: true,
  params: z.object({ file: text(100) }),
  refusals: { integrity: refusal(409, 'This file is not the one that was signed, so it is not shown.') },
});

const Verified = z.object({
  /**
   * Unaltered: signed here and identical to the sealed file. Filed: uploaded by a clinic, so the server witnessed no
   * signature. Withdrawn: deleted here. Altered: it carries this installation's seal and was changed afterwards. A file
   * without any recognisable part of a seal is not_ours.
   */
  verdict: z.enum(['unaltered', 'filed', 'withdrawn', 'altered', 'not_ours']),
  kind: z.string().nullable(),
  /** Null unless the document was signed here. */
  signed_at: z.string().nullable(),
  site: z.string().nullable(),
  /** Only for a filed document. */
  filed_at: z.string().optional(),
  /** Only for a withdrawn document. */
  withdrawn_at: z.string().optional(),
  /** The code of the document to whose certificate this file is a supplement. */
  supplement_of: z.string().optional(),
  /** Only for a sealed file that has been stamped, which takes about a minute after the seal. */
  timestamp: FileTimestamp.optional(),
});

/** Says whether the file is genuine, never to whom it belongs. */
export const verifyFile = route({
  method: 'POST',
  path: '/api/v1/documents/verify/',
  summary: 'Whether a PDF is a document of ours, unaltered',
  access: 'public',
  upload: { types: ['pdf'], maxBytes: UPLOAD_LIMIT_BYTES },
  answer: Verified,
});

export const verifyCode = route({
  method: 'GET',
  path: '/api/v1/documents/verify/:code/',
  summary: 'Whether a code printed on a document is one of ours',
  access: 'public',
  params: z.object({ code: text(40) }),
  answer: Verified,
});
