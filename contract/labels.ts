import { z } from 'zod';
import { Day } from './kernel/day.ts';
import { DomainId, LabelId, LabelIdInPath, TransactionId, UserId, UserIdInPath, Version } from './kernel/ids.ts';
import { joinedNumbers } from './kernel/joined-numbers.ts';
import { noEmail } from './kernel/no-email.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route, UPLOAD_LIMIT_BYTES } from './kernel/route.ts';
import { Email, optionalName, PhoneNumber, requiredName, requiredText, text } from './kernel/text.ts';
import { webAddress } from './kernel/web-address.ts';

export const NO_PATIENT = 'Please select a patient(s)';
export const PENDING_TITLE = 'There is an action pending';
export const PENDING_DOCUMENTS =
  'This patient has pending documents to be signed. Please sign all patients documents to request a FedEx Label';

/** 'Other' among the patients: a person without an account. */
export const OTHER_PATIENT = 0;

const MOST_PATIENTS = 50;

const PatientChoice = z
  .number(NO_PATIENT)
  .int(NO_PATIENT)
  .min(OTHER_PATIENT, NO_PATIENT)
  .max(2_147_483_647, NO_PATIENT);

/** 0 is 'Other'. */
const PatientIds = joinedNumbers(MOST_PATIENTS, NO_PATIENT).pipe(
  z.array(PatientChoice).max(MOST_PATIENTS, `At most ${MOST_PATIENTS} patients.`),
);

const OptionalEmail = z.union([z.literal(''), Email]);

/** The fields of the form 'Request FedEx Label Form' besides the patients. */
export const LabelDetails = z.object({
  harvest_center_email: Email,
  harvest_center_representative: requiredName('Representative Name', 200),
  doctor_name: text(200),
  doctor_email: OptionalEmail,
  doctor_phone: PhoneNumber,
  label_date: Day,
  address1: requiredText('Address Line 1', 200),
  address2: text(200),
  city: requiredText('City', 100),
  state_desc: requiredText('State', 100),
  country_desc: requiredText('Country', 100),
  zip_code: requiredText('Postal Code', 20),
});
export type LabelDetails = z.infer<typeof LabelDetails>;

/** The center and the doctor follow from the caller; what the body says about them is ignored (U-46). */
export const requestLabel = route({
  method: 'POST',
  path: '/api/v1/fedex-requests/',
  summary: 'Ask for a shipping label',
  access: 'labels.request',
  body: LabelDetails.partial({
    doctor_name: true,
    doctor_email: true,
    doctor_phone: true,
    address2: true,
  })
    .extend({
      label_date: orEmpty(Day).optional(),
      patients_ids: PatientIds.optional(),
      other_patient_name: optionalName(200).optional(),
      /**
       * Not in the documented API: the fee from whose row the label is requested; that row then shows it, whichever
       * patients it is for. Without it, the server takes the oldest fee of each patient that has no label yet.
       */
      transaction_id: TransactionId.nullish(),
    })
    .superRefine(({ patients_ids = [], other_patient_name }, context) => {
      // An unreadable list is already reported.
      if (!Array.isArray(patients_ids)) return;
      if (other_patient_name || patients_ids.some((id) => id !== OTHER_PATIENT)) return;
      const isOther = patients_ids.length > 0;
      context.addIssue(
        isOther
          ? { code: 'custom', path: ['other_patient_name'], message: 'Patient Name is required.' }
          : { code: 'custom', path: ['patients_ids'], message: NO_PATIENT },
      );
    }),
  answer: z.object({ success: z.literal(true), data: z.object({ id: LabelId }), message: z.string() }),
  refusals: {
    documents_pending: refusal(409, PENDING_DOCUMENTS),
    already_requested: refusal(409, 'A FedEx Label has been requested for this patient already.'),
  },
});

/** A label for its clinic. `pdf_file` and the fields after it are empty until the label exists. */
export const LabelOfClinic = z.object({
  id: LabelId,
  pdf_file: z.string(),
  tracking_link: z.string(),
  tracking_number: z.string(),
  notification_sent: z.boolean(),
  /** '12,13' */
  patients_ids: z.string(),
  other_patient_name: z.string(),
});
export type LabelOfClinic = z.infer<typeof LabelOfClinic>;

export const OtherLabel = LabelOfClinic.extend({
  requested_at: z.iso.datetime(),
  requester: z.object({ id: UserId, company: z.string() }),
  /** The name is empty where the clinic may not see the patient. */
  patients: z.array(z.object({ id: UserId, name: z.string() })),
});
export type OtherLabel = z.infer<typeof OtherLabel>;

/** Not in the documented API: without it only administrators would see a request that belongs to no paid fee. */
export const listOtherLabels = route({
  method: 'GET',
  path: '/api/v1/fedex-requests/other/:id/',
  summary: 'Requests of a clinic that belong to none of its processing fees, newest first',
  access: 'labels.list_other',
  reads: { what: 'list' },
  params: z.object({ id: UserIdInPath }),
  answer: z.array(OtherLabel),
});

/** The position of a shipment, as the carrier reports it. */
export const ShipmentState = z.enum([
  'unknown',
  'label_made',
  'on_its_way',
  'out_for_delivery',
  'delivered',
  'exception',
  'returned',
  'cancelled',
]);
export type ShipmentState = z.infer<typeof ShipmentState>;

/**
 * `on_its_way`: in the outbox, retried until the mail server accepts it. `refused`: the mail server rejected it for
 * good.
 */
export const NotificationState = z.enum(['none', 'on_its_way', 'sent', 'refused']);
export type NotificationState = z.infer<typeof NotificationState>;

/** A request in the list of administrators. */
export const ListedLabel = z.object({
  id: LabelId,
  version: z.number().int(),
  hc_desc: z.array(z.object({ id: UserId, company: z.string(), email: z.string() })),
  /** The clinic that made the request. */
  requester: z.object({ id: UserId, company: z.string() }),
  harvest_center_email: z.string(),
  harvest_center_representative: z.string(),
  doctor_name: z.string(),
  doctor_email: z.string(),
  domain: z.object({ id: DomainId, name: z.string() }),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state_desc: z.string(),
  zip_code: z.string(),
  country_desc: z.string(),
  /** '12,13' */
  patients_ids: z.string(),
  patients: z.array(z.object({ id: UserId, first_name: z.string(), last_name: z.string() })),
  other_patient_name: z.string(),
  label_date: z.iso.date(),
  requested_at: z.iso.datetime(),
  tracking_link: z.string(),
  tracking_number: z.string(),
  /** The file name below /media/fedex-label/; empty until the label exists. */
  pdf_file: z.string(),
  notification_sent: z.boolean(),
  notification: NotificationState,
  /** Null where no carrier is set up for tracking. */
  shipment: z.object({ state: ShipmentState, words: z.string(), delivered_at: z.iso.datetime().nullable() }).nullable(),
  /** The reason why an administrator must check the carrier's own list before requesting another label. */
  carrier_doubt: z.string().nullable(),
  may: z.array(z.enum(['edit', 'send', 'make'])),
});
export type ListedLabel = z.infer<typeof ListedLabel>;

export const listLabels = route({
  method: 'GET',
  path: '/api/admin/fedex-requests/',
  summary: 'Requests for shipping labels, those without a label first',
  access: 'labels.administer',
  reads: { what: 'list' },
  answer: z.array(ListedLabel),
});

const oneLabel = z.object({ id: LabelIdInPath });

export const readLabel = route({
  method: 'GET',
  path: '/api/admin/fedex-requests/:id/',
  summary: 'One request for a shipping label',
  access: 'labels.administer',
  reads: { what: 'label', subjects: ({ patients }) => patients.map(({ id }) => id) },
  params: oneLabel,
  answer: ListedLabel,
});

/**
 * The fields of the form 'Add FedEx Label Document & Tracking Number'. Without a file the label keeps its present one.
 */
export const LabelFile = z.object({
  tracking_link: webAddress('Tracking Link'),
  tracking_number: requiredText('Tracking Number', 100),
  pdf_file: text(100).nullish(),
});
export type LabelFile = z.infer<typeof LabelFile>;

const VersionedLabel = LabelFile.extend({ version: Version.optional() });

const labelRefusals = {
  changed_meanwhile: refusal(409, 'Somebody else has changed this request meanwhile.'),
  file_not_uploaded: refusal(400, 'Upload the file first.'),
};

export const updateLabel = route({
  method: 'PATCH',
  path: '/api/admin/fedex-requests/:id/',
  summary: 'Give a request its label and tracking number',
  access: 'labels.administer',
  params: oneLabel,
  body: VersionedLabel,
  answer: z.object({ id: LabelId, version: z.number().int() }),
  refusals: labelRefusals,
});

const Sent = z.object({ code: z.literal('Success'), message: z.string() });

const sending = { ...noEmail, no_label: refusal(409, 'Upload the FedEx Label file first.') };

/** The button 'Save and Send Notification' (U-13). */
export const updateLabelAndNotify = route({
  method: 'POST',
  path: '/api/v1/fedex-requests/update-sent-notification/:id/',
  summary: 'Give a request its label and tell the center',
  access: 'labels.administer',
  params: oneLabel,
  body: VersionedLabel,
  answer: Sent,
  refusals: { ...labelRefusals, ...sending },
});

/** While an email is in the outbox, no second one is queued (T59). */
export const sendLabelNotification = route({
  method: 'POST',
  path: '/api/v1/fedex-requests/send-notification/',
  summary: 'Tell the center that its label is there',
  access: 'labels.administer',
  body: z.object({ fedex_id: LabelId }),
  answer: Sent,
  refusals: sending,
});

/** Documented clients send `type` 'fedexlabel'; the server ignores it (S-24). */
export const uploadLabelFile = route({
  method: 'POST',
  path: '/api/v1/fedex-requests/process-file/',
  summary: 'Upload the file of a shipping label',
  access: 'labels.administer',
  upload: { types: ['pdf'], maxBytes: UPLOAD_LIMIT_BYTES },
  body: z.object({ filename: text(255).optional(), type: text(50).optional() }),
  answer: z.object({ filename: z.string() }),
  refusals: { unreadable_pdf: refusal(400, 'This PDF cannot be read. It may be broken or incomplete.') },
});

/**
 * A label costs money. Where it is unknown whether the carrier made one, the server asks the carrier again only after
 * an administrator confirms having checked (0026).
 */
export const makeLabel = route({
  method: 'POST',
  path: '/api/admin/fedex-requests/:id/make-label/',
  summary: 'Have the carrier make the label',
  access: 'labels.administer',
  params: oneLabel,
  body: z.object({ version: Version.optional(), has_looked: z.boolean().optional() }),
  answer: z.object({ id: LabelId, version: z.number().int(), alerts: z.array(z.string()) }),
  refusals: {
    changed_meanwhile: labelRefusals.changed_meanwhile,
    has_label: refusal(409, 'This request has a label already.'),
    no_carrier: refusal(409, 'No carrier is set up here. Upload the label instead.'),
    no_destination: refusal(409, 'There is no lab with a full address to ship to. Upload the label instead.'),
    already_asking: refusal(409, 'FedEx is being asked for this label right now.'),
    label_uncertain: refusal(
      409,
      'FedEx may have made this label although its answer did not arrive. Look at your FedEx account before you ask again.',
    ),
    carrier_refused: refusal(409, 'FedEx does not make this label.'),
    carrier_unavailable: refusal(503, 'FedEx cannot be reached right now. Please try again in a few minutes.'),
  },
});

/** The file cookie of the login identifies the reader (S-18). */
export const readLabelFile = route({
  method: 'GET',
  path: '/media/fedex-label/:file',
  summary: 'The file of a shipping label',
  access: 'labels.read_file',
  reads: { what: 'label' },
  params: z.object({ file: text(100) }),
  fileSession: true,
});

/** Only for the caller's own patients, at the address on record; the name in the body is ignored (S-23). */
export const sendPatientPassword = route({
  method: 'POST',
  path: '/api/v1/utilities/reset-user-password/',
  summary: 'Send a patient a new password by e-mail',
  access: 'labels.reset_password',
  body: z.object({ user_id: UserId, user_name: text(200).nullish() }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
  refusals: { ...noEmail, inactive: refusal(409, 'This account is not active.') },
});
