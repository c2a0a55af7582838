import { z } from 'zod';
import { withoutCardNumber } from './card-number.ts';
import { Day } from './kernel/day.ts';
import {
  DocumentRowId,
  DomainId,
  DomainIdInPath,
  StorageEnrolmentId,
  StorageEnrolmentIdInPath,
  StorageOfferId,
  StorageOfferIdInPath,
  UserId,
  UserIdInPath,
  Version,
} from './kernel/ids.ts';
import { dollars } from './kernel/money.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';
import { EnrolmentState, OfferSummary, StorageDecision, StorageInvoice, StorageYears } from './storage.ts';

export const ENROLMENTS_PER_PAGE = 25;

const STORAGE_OFF = 'Storage plans are switched off on this site.';

export const StorageOffer = OfferSummary.extend({
  domain_id: DomainId,
  site: z.string(),
  is_offered: z.boolean(),
  /** Plans of patients that have not ended. */
  enrolments: z.number().int(),
  version: Version,
});
export type StorageOffer = z.infer<typeof StorageOffer>;

export const StorageOfferFields = z.object({
  name: withoutCardNumber(requiredText('Name', 100)),
  years: StorageYears,
  price: dollars('Price').refine((cents) => cents > 0, 'Enter more than 0.'),
});

export const listStorageOffers = route({
  method: 'GET',
  path: '/api/admin/storage-offers/',
  summary: 'The storage plans that the administrator’s sites offer',
  access: 'storage.administer',
  inPerson: true,
  query: z.object({ domain_id: DomainIdInPath.optional() }),
  answer: z.object({
    results: z.array(StorageOffer),
    /** The administrator’s sites, and whether storage plans are on there. */
    sites: z.array(z.object({ id: DomainId, name: z.string(), is_on: z.boolean() })),
  }),
});

export const createStorageOffer = route({
  method: 'POST',
  path: '/api/admin/storage-offers/',
  summary: 'Offer a storage plan',
  access: 'storage.administer',
  inPerson: true,
  body: StorageOfferFields.extend({ domain_id: DomainId }),
  answer: StorageOffer,
  refusals: { storage_off: refusal(409, STORAGE_OFF) },
});

export const changeStorageOffer = route({
  method: 'PATCH',
  path: '/api/admin/storage-offers/:id/',
  summary: 'Change the name or price of a storage plan, or stop offering it; invoices keep their price',
  access: 'storage.administer',
  inPerson: true,
  params: z.object({ id: StorageOfferIdInPath }),
  body: StorageOfferFields.omit({ years: true })
    .partial()
    .extend({ is_offered: z.boolean().optional(), version: Version }),
  answer: StorageOffer,
  refusals: {
    changed_meanwhile: refusal(409, 'Another administrator changed this offer. Look at it and save again.'),
  },
});

export const StorageEnrolment = z.object({
  id: StorageEnrolmentId,
  domain_id: DomainId,
  site: z.string(),
  patient: z.object({ id: UserId, name: z.string() }),
  offer: OfferSummary,
  automatic: z.boolean(),
  starts_on: z.iso.date(),
  paid_through: z.iso.date().nullable(),
  state: EnrolmentState,
  grace_until: z.iso.date().nullable(),
  /** Dollars of the invoice that is open. */
  open_amount: z.number(),
  end_asked_at: z.iso.datetime().nullable(),
  end_note: z.string(),
  decision: StorageDecision.nullable(),
  decision_note: z.string(),
  decided_at: z.iso.datetime().nullable(),
  /** Whether an administrator has to decide: it has lapsed, the patient asks to end it, or has no active account. */
  needs_decision: z.boolean(),
  may: z.array(z.enum(['decide'])),
});
export type StorageEnrolment = z.infer<typeof StorageEnrolment>;

export const listStorageEnrolments = route({
  method: 'GET',
  path: '/api/admin/storage-enrolments/',
  summary: 'The storage plans of patients, newest first',
  access: 'storage.administer',
  inPerson: true,
  reads: { what: 'list' },
  query: z.object({
    state: EnrolmentState.optional(),
    /** Only those on which an administrator has to decide. */
    decision: z.enum(['waiting'], 'Choose waiting, or leave it out.').optional(),
    patient_id: UserIdInPath.optional(),
    domain_id: DomainIdInPath.optional(),
    ...paging(ENROLMENTS_PER_PAGE),
  }),
  answer: pageOf(StorageEnrolment),
});

export const enrolPatient = route({
  method: 'POST',
  path: '/api/admin/storage-enrolments/',
  summary: 'Enrol a patient in a storage plan; only the patient can have a card charged by itself',
  access: 'storage.administer',
  inPerson: true,
  reads: { what: 'profile', subjects: (_, { body }) => [body.patient_id] },
  body: z.object({ patient_id: UserId, offer_id: StorageOfferId, starts_on: Day }),
  answer: StorageEnrolment,
  refusals: {
    storage_off: refusal(409, STORAGE_OFF),
    has_plan: refusal(409, 'This patient has a storage plan already.'),
    patient_inactive: refusal(409, 'This account is inactive. Activate it first.'),
    days_paid: refusal(400, 'The patient has paid for this day. Enter a later one.'),
    starts_in_the_past: refusal(400, 'Enter a day from today on, at most 21 years from now.'),
  },
});

const about = z.object({ id: StorageEnrolmentIdInPath });

/** What the form of a decision needs. */
export const readStorageEnrolment = route({
  method: 'GET',
  path: '/api/admin/storage-enrolments/:id/',
  summary: 'The storage plan of a patient with its invoices, and the completed documents that the patient has signed',
  access: 'storage.administer',
  inPerson: true,
  reads: { what: 'profile', subjects: ({ patient }) => [patient.id] },
  params: about,
  answer: StorageEnrolment.extend({
    invoices: z.array(StorageInvoice.extend({ may: z.array(z.enum(['refund'])) })),
    documents: z.array(z.object({ id: DocumentRowId, name: z.string(), completed_at: z.iso.datetime().nullable() })),
  }),
});

export const decideStorage = route({
  method: 'POST',
  path: '/api/admin/storage-enrolments/:id/decide/',
  summary:
    'Decide on a storage plan: keep without payment, make room for a new plan, or end billing with signed consent',
  access: 'storage.administer',
  inPerson: true,
  reads: { what: 'profile', subjects: ({ patient }) => [patient.id] },
  params: about,
  body: z.object({
    decision: StorageDecision,
    note: withoutCardNumber(requiredText('Note', 1_000)).refine(
      (note) => [...note].length >= 5,
      'At least 5 characters.',
    ),
    document_id: DocumentRowId.nullish(),
  }),
  answer: StorageEnrolment,
  refusals: {
    consent_required: refusal(409, 'The patient’s signed consent is needed.'),
    already_ended: refusal(409, 'This storage plan has ended.'),
    charge_under_way: refusal(409, 'A charge is under way. Decide when its outcome is known.'),
  },
});
