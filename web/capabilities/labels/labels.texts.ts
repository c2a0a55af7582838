import type { PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { NO_PATIENT, type NotificationState, PENDING_DOCUMENTS, PENDING_TITLE } from '@vialkeep/contract/labels.ts';
import { formatCount } from '../../ui/display/formats.ts';
import type { LabelStep } from './label-steps.ts';

/** The column 'Shown as' (2-operations section 1). */
const agreements = {
  attestation: 'Attestation Agreement',
  processing: 'Processing Agreement',
  storage: 'Storage Agreement',
} satisfies Record<PatientDocumentKind, string>;

const days = (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`);

/** The texts of the label screens: those of the specification, and the product's additions. */
export const labelsTexts = {
  agreements,
  steps: {
    documents: 'Documents',
    request: 'Request',
    label: 'Label',
    sent: 'Sent',
  } satisfies Record<LabelStep, string>,
  next: (step: string) => `Next: ${step}`,
  stepsDone: (done: number) => `${done} of 4 steps done`,

  /** 2-operations 2.17, U-25 */
  requests: {
    title: 'FedEx Label Request',
    loading: 'Loading transactions...',
    joinDate: 'Join Date',
    patient: 'Patient Name',
    documents: 'Patient Documents',
    details: 'FedEx Details',
    step: 'Step',
    ofReferral: (id: number, company: string) => `(RHC: #${id} ${company})`,
    noPatient: 'No Patient Assigned',
    noDocuments: 'Not requested',
    pending: 'Pending',
    seeLabel: 'see label',
    forWhom: (whom: string) => `For ${whom}`,
    tracking: 'tracking link',
    actions: 'Actions',
    sendRequest: (kind: PatientDocumentKind) => `Send ${agreements[kind]} Signature Request`,
    sendPassword: 'Send Reset Password Email',
    sending: 'sending notification',
    answered: 'Notification',
    request: 'Request FedEx Label',
    requested: 'Requested',
    check: 'Check and Update Document Status',
    checking: 'Checking...',
    filter: 'Type to filter by Patient - ID',
    noneYet: 'A patient appears here once the processing fee is paid.',
    ready: (count: number) =>
      count === 1 ? '1 label can be requested.' : `${formatCount(count)} labels can be requested.`,
    pendingTitle: PENDING_TITLE,
    pendingDocuments: PENDING_DOCUMENTS,
  },

  /** The requests that no fee row shows. */
  others: {
    title: 'Other requests',
    about: 'Requests that belong to none of the processing fees above.',
    loading: 'Loading other requests...',
    date: 'Request Date',
    patient: 'Patient Name',
    by: (company: string) => `Requested by ${company}`,
    details: 'FedEx Details',
    status: 'Status',
  },

  form: {
    opening: 'Loading Request Form',
    title: 'Request FedEx Label Form',
    back: 'Go Back to User List',
    patients: 'Patients',
    noPatient: NO_PATIENT,
    other: 'Other',
    otherName: 'Patient Name',
    otherNeeded: 'Patient Name is required.',
    centerEmail: 'Harvest Center Email',
    centerEmailHelp: 'The label is announced to this address.',
    representative: 'Representative Name',
    doctorName: 'Doctor Name (Optional)',
    doctorEmail: 'Doctor Email (Optional)',
    doctorPhone: 'Doctor Phone (Optional)',
    date: 'Label Date',
    address: {
      line1: 'Address Line 1',
      line2: 'Address Line 2 (Optional)',
      city: 'City',
      state: 'State',
      country: 'Country',
      postalCode: 'Postal Code',
    },
    submit: 'Request FedEx Label',
    requested: 'FedEx Label has been requested!',
    whom: 'Whom it is for',
    contact: 'Contact',
    from: 'Where it is sent from',
  },

  preview: {
    from: 'From',
    to: 'To',
    lab: 'The lab that processes the sample',
    reference: 'Reference',
    date: 'Ship date',
    caption: 'This is how the label will read. Patients are named by their number only.',
    empty: '…',
  },

  /** 2-operations 2.18 */
  administered: {
    title: 'FedEx Label Requests',
    loading: 'Loading fedex labels...',
    filter: 'Type to filter by ID - Doctor - Tracking Number - Harvest Center',
    noneYet: 'A request appears here when a harvest center asks for a label.',
    center: 'Harvest Center Details',
    lines: { id: 'ID', name: 'Name', email: 'Email', doctor: 'Dr Name', doctorEmail: 'Dr Email', by: 'Requested by' },
    domain: 'Domain',
    location: 'Location',
    patients: 'Patients',
    date: 'Date',
    trackingLink: 'Tracking Link',
    trackingNumber: 'Tracking Number',
    label: 'FedEx Label',
    seeFile: 'see file',
    sent: 'Notification Sent',
    yes: 'Yes',
    no: 'No',
    states: {
      none: '',
      on_its_way: 'on its way',
      sent: '',
      refused: 'the mail server refused the letter',
    } satisfies Record<NotificationState, string>,
    edit: 'Edit',
    sendOf: (name: string) => `notification of ${name}`,
    name: (id: number) => `request #${id}`,
    step: 'Waiting for',
    stepOptions: { file: 'a label', letter: 'a notification', nothing: 'nothing' },
    status: (waiting: number, oldest: number, unsent: number) =>
      [
        waiting === 0
          ? 'No request waits for a label'
          : `${formatCount(waiting)} without a label, the oldest for ${days(oldest)}`,
        unsent === 0 ? '' : `${formatCount(unsent)} not yet announced`,
      ]
        .filter(Boolean)
        .join(' · '),
  },

  file: {
    title: 'Add FedEx Label Document & Tracking Number',
    file: 'FedEx Label File',
    fileHelp: 'upload your pdf file',
    fileBefore: 'another file',
    fileNow: 'a new file',
    trackingLink: 'Tracking Link',
    trackingNumber: 'Tracking Number',
    save: 'Save',
    saveAndSend: 'Save and Send Notification',
    saved: 'FedEx Label/Tracking Number have been added!',
    savedAndSent: 'FedEx Label/Tracking Number have been added and Email Notification Sent!',
    get: 'Get label from FedEx',
    getNote: 'FedEx makes the label and fills in its tracking. Or upload one below.',
    getAgain: 'Ask FedEx again',
    looked:
      'Have you looked at your FedEx account? If a label was made there, upload it here or cancel it first: asking again makes and charges another one.',
    close: 'Close',
    remarks: 'FedEx remarks',
  },

  sending: {
    title: 'Send',
    question: 'Are you sure you want to sent this FedEx Label file email notification?',
    busy: 'sending notification',
    close: 'Close',
    send: 'Send',
    to: 'To',
    request: 'Request',
    failed: 'Notification fails!',
  },
} as const;
