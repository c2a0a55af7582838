import type { DocumentStatus, PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { site } from '../../kernel/site.ts';
import { formatCount } from '../../ui/display/formats.ts';

/** The titles of the PDFs (2-operations section 1). */
const titles = {
  attestation: `${site.brand} Screening Questionnaire and Attestation`,
  processing: `${site.brand} Official Processing`,
  storage: `${site.brand} Official Storage Agreement`,
} satisfies Record<PatientDocumentKind, string>;

/** The column 'Shown as' of the same table. */
const agreements = {
  attestation: 'Attestation Agreement',
  processing: 'Processing Agreement',
  storage: 'Storage Agreement',
} satisfies Record<PatientDocumentKind, string>;

/** The texts of the documents screens: those of the specification, and the product's additions. */
export const documentsTexts = {
  loading: 'Loading documents...',
  none: 'N/A',
  titles,
  kinds: { attestation: 'Attestation', processing: 'Processing', storage: 'Storage' } satisfies Record<
    PatientDocumentKind,
    string
  >,
  status: { Pending: 'Pending', Completed: 'Completed' } satisfies Record<DocumentStatus, string>,
  notRequested: 'Not requested',
  sentAgo: (ago: string) => `sent ${ago}`,

  /** 2-operations 2.5 */
  patient: {
    title: 'Documents',
    id: 'Document ID',
    name: 'Document Name',
    status: 'Status',
    noneYet: 'A document appears here when you are asked to sign it, or when you sign it yourself.',
    noneOfTheirs: 'A document appears here when the patient is asked to sign it.',
    sign: 'Sign Pending Documents',
    buttons: {
      attestation: 'Screening Questionnaire and Attestation',
      processing: `${site.brand} Processing`,
      storage: `${site.brand} Storage`,
    } satisfies Record<PatientDocumentKind, string>,
    toSign: (count: number) => (count === 1 ? '1 document to sign' : `${count} documents to sign`),
    allSigned: 'All three are signed.',
  },

  /** 2-operations 2.7 */
  request: {
    title: 'Request Patients Signatures',
    lead: 'The patient gets one e-mail with a link to each document. No account is needed to sign.',
    name: 'Enter Patient Name',
    email: 'Enter the patient email',
    submit: 'Send Request',
    busy: 'Sending Documents',
    sent: 'Documents has been Sent!',
    notSent: 'Documents not sent',
    what: 'What will be sent',
    about: {
      attestation: 'Health questions, and that the answers are true.',
      processing: 'What the lab does with the tissue.',
      storage: 'How and how long the vials are stored.',
    } satisfies Record<PatientDocumentKind, string>,
    notYours: 'Only the harvest center itself can ask its patients to sign.',
    toList: 'Patients Signatures',
  },

  /** 2-operations 2.8, Q-23 */
  upload: {
    title: 'Upload Patient Documents Signed',
    lead: 'For documents that were signed on paper. They are filed as Completed.',
    name: 'Patient Name',
    email: 'Patient Email',
    pages: (count: number) => (count === 1 ? '1 page' : `${formatCount(count)} pages`),
    submit: 'Save',
    busy: 'Saving...',
    uploaded: 'Documents has been Uploaded!',
    dashboard: 'Dashboard',
    close: 'Close',
    notYours: 'Only the harvest center itself can file documents of its patients.',
  },

  /** 2-operations 2.9 */
  signatures: {
    title: 'Patients Signatures',
    check: 'Check and Update Document Status',
    checking: 'Checking...',
    checked: (updated: number, pending: number) =>
      `${updated === 0 ? 'Nothing new' : `${formatCount(updated)} completed`}, ${formatCount(pending)} still pending.`,
    id: 'ID',
    patient: 'Patient Name - email',
    document: 'Document',
    status: 'Status',
    filter: 'Type to filter by Patient Name',
    all: 'All documents',
    noneYet: 'A document appears here when you ask a patient to sign it.',
    ask: 'Request Patients Signatures',
    waiting: 'Waiting for a signature',
    waitingNote: 'Who has waited longest comes first.',
    patients: 'Patient',
    documents: 'Documents',
    send: (kind: PatientDocumentKind) => `Send ${agreements[kind]} Signature Request`,
    sending: 'sending notification',
    sent: 'Signature Request',
    count: (pending: number, completed: number) =>
      `${formatCount(pending)} pending, ${formatCount(completed)} completed`,
  },

  /** 3-administration 2.18 */
  administered: {
    pending: 'Pending',
    pendingFor: [{ value: '7', label: 'for more than 7 days' }],
    title: 'Patients Documents',
    search: 'Search Documents',
    placeholder: 'Search by document ID, patient name, or patient email...',
    id: 'Document ID',
    domain: 'Domain',
    patient: 'Patient Name',
    center: 'HC',
    document: 'Document',
    status: 'Status',
    notLinked: 'Not linked',
    noneYet: 'A document appears here when a harvest center asks for it or a patient signs it.',
    pageOf: (page: number, pages: number, count: number) =>
      `Page ${page} of ${pages} (${formatCount(count)} total documents)`,
    link: 'Link',
    delete: 'Delete',
  },

  linking: {
    title: 'Link Document',
    question: 'Please select the patient you would like to associate with this file.',
    file: 'File',
    now: 'Linked to',
    signer: 'Signed by',
    patient: 'Patient',
    confirm: 'Link',
    cancel: 'Cancel',
    linked: 'Document has been linked!',
    choose: 'Choose a patient.',
  },

  deleting: {
    title: 'Delete',
    question: 'Are you sure you want to delete this Document?',
    /** S-25 */
    consequence: 'It disappears from every list; the file is kept for the retention period.',
    file: 'File',
    patient: 'Patient',
    confirm: 'Delete',
    cancel: 'Cancel',
  },

  /** 3-administration 2.19 */
  centers: {
    title: 'Harvest Center Documents',
    company: 'Company',
    name: 'Name',
    email: 'Email',
    domain: 'Domain',
    signed: 'Document Signed?',
    yes: 'Yes - See document',
    no: 'No',
    filter: 'Type to filter by ID - Email - Company - Name',
    loading: 'Loading list...',
    noneYet: 'Harvest centers appear here once they have registered.',
    count: (signed: number, all: number) =>
      `${formatCount(signed)} of ${formatCount(all)} harvest centers have signed the attestation.`,
  },
} as const;
