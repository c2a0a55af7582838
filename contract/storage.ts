import { z } from 'zod';
import { CardHolder, cardBrands, ExpiryMonth, withoutCardNumber } from './card-number.ts';
import { BESIDE_A_TOKEN, CardToken, cardTokenRefusals } from './card-token.ts';
import { checkOut } from './checkout.ts';
import { StorageEnrolmentId, StorageInvoiceId, StorageInvoiceIdInPath, StorageOfferId } from './kernel/ids.ts';
import { dollars } from './kernel/money.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';

/** The invoice and its letter come this many days before the due day. */
export const NOTICE_DAYS = 30;

export const storageYears = [1, 5, 10, 20] as const;
export const StorageYears = z.literal([...storageYears], 'Choose 1, 5, 10 or 20 years.');

export const EnrolmentState = z.enum(['active', 'past_due', 'grace', 'lapsed', 'ended']);
export type EnrolmentState = z.infer<typeof EnrolmentState>;

export const StorageInvoiceState = z.enum(['open', 'paid', 'void', 'refunded']);
export type StorageInvoiceState = z.infer<typeof StorageInvoiceState>;

export const StorageDecision = z.enum(['keep', 'new_plan', 'end'], 'Choose a decision.');
export type StorageDecision = z.infer<typeof StorageDecision>;

export const OfferSummary = z.object({
  id: StorageOfferId,
  name: z.string(),
  years: z.number().int(),
  /** Dollars for all of these years. */
  price: z.number(),
});
export type OfferSummary = z.infer<typeof OfferSummary>;

const ShownCard = z.object({ card_type: z.enum(cardBrands), card_number: z.string() });

export const StorageInvoice = z.object({
  id: StorageInvoiceId,
  /** Such as S-000123: of each site from 1 on, without gaps. */
  number: z.string(),
  from_day: z.iso.date(),
  to_day: z.iso.date(),
  /** Dollars. */
  amount: z.number(),
  refunded: z.number(),
  due_on: z.iso.date(),
  state: StorageInvoiceState,
  paid_on: z.iso.date().nullable(),
  /** The card that paid. */
  card: ShownCard.nullable(),
  /** Whether the outcome of a charge is awaited, or the card payment provider reviews it. */
  charge: z.enum(['none', 'under_way', 'held']),
});
export type StorageInvoice = z.infer<typeof StorageInvoice>;

/** 123 → 'S-000123'. */
export function storageInvoiceNumber(number: number): string {
  return `S-${String(number).padStart(6, '0')}`;
}

export const OwnEnrolment = z.object({
  id: StorageEnrolmentId,
  offer: OfferSummary,
  /** Whether the default card is charged on the due day. */
  automatic: z.boolean(),
  starts_on: z.iso.date(),
  paid_through: z.iso.date().nullable(),
  state: EnrolmentState,
  /** The last day of the grace period. */
  grace_until: z.iso.date().nullable(),
  end_asked_at: z.iso.datetime().nullable(),
});
export type OwnEnrolment = z.infer<typeof OwnEnrolment>;

export const OwnStorage = z.object({
  /** False where the site has switched storage plans off: invoices stay, and nothing new is charged. */
  is_on: z.boolean(),
  /** The plan that has not ended. */
  enrolment: OwnEnrolment.nullable(),
  /** The plans on sale, for a patient without one. */
  offers: z.array(OfferSummary),
  /** Newest first. */
  invoices: z.array(StorageInvoice),
  /** The default card on file. */
  card: ShownCard.extend({ expiration_date: z.string() }).nullable(),
  /** What is charged next, and whether the card on file is charged by itself. */
  next: z
    .object({ day: z.iso.date(), amount: z.number(), invoice_id: StorageInvoiceId.nullable(), automatic: z.boolean() })
    .nullable(),
  may: z.array(z.enum(['enrol', 'pay', 'change_card', 'change_automatic', 'ask_to_end'])),
});
export type OwnStorage = z.infer<typeof OwnStorage>;

export const readOwnStorage = route({
  method: 'GET',
  path: '/api/v1/storage/own/',
  summary: 'One’s own storage plan, its invoices and the next charge',
  access: 'storage.own',
  reads: { what: 'transaction', subjects: (_, { userId }) => [userId] },
  answer: OwnStorage,
});

const storageOff = refusal(409, 'Storage plans are switched off here. Nothing is charged.');
const noPlan = refusal(409, 'There is no storage plan that this could change.');
const changed = { answer: OwnStorage, access: 'storage.change_own' } as const;

export const enrolInStorage = route({
  method: 'POST',
  path: '/api/v1/storage/own/enrol/',
  summary: 'Choose a storage plan',
  ...changed,
  body: z.object({
    offer_id: StorageOfferId,
    /** Dollars and years as they were read: the plan is refused where the offer has changed since. */
    price: dollars('Price').optional(),
    years: OfferSummary.shape.years.optional(),
  }),
  refusals: {
    has_plan: refusal(409, 'There is a storage plan already.'),
    offer_changed: refusal(409, 'This plan has changed meanwhile. Read its price again before you choose it.'),
  },
});

const noCardNumber = z.never(BESIDE_A_TOKEN).optional();

/** The fields that a card token comes with; those of a typed card are refused, so that no caller goes on sending them. */
const typedCard = { card_token: CardToken, full_name: CardHolder, card_number: noCardNumber, cvc: noCardNumber };

const HOW_TO_PAY = 'Choose how to pay.';

/** The card on file, or a card by its token. */
const StoragePayment = z
  .object({
    invoice_id: StorageInvoiceId,
    saved: z.boolean().default(false),
    ...typedCard,
    card_token: CardToken.optional(),
    full_name: CardHolder.optional(),
    /** Saves the card, which then is the one on file. */
    keep_card: z.boolean().default(false),
  })
  .superRefine(
    ({ saved, card_token, full_name }, context) => {
      const missing = { card_token: card_token === undefined, full_name: full_name === undefined };
      for (const [name, isMissing] of Object.entries(missing)) {
        if (saved ? !isMissing : isMissing) context.addIssue({ code: 'custom', path: [name], message: HOW_TO_PAY });
      }
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );

export const payStorageInvoice = route({
  method: 'POST',
  path: '/api/v1/storage/own/pay/',
  summary: 'Pay an invoice of one’s own storage plan, charged exactly once',
  ...changed,
  urgency: 'vital',
  body: StoragePayment,
  refusals: {
    card_token_expired: cardTokenRefusals.card_token_expired,
    declined: checkOut.refusals.declined,
    card_refused: checkOut.refusals.card_refused,
    card_required: checkOut.refusals.card_required,
    in_progress: refusal(409, 'This payment is still being processed. Do not pay again.'),
    held_for_review: checkOut.refusals.held_for_review,
    outcome_unknown: checkOut.refusals.outcome_unknown,
    provider_unavailable: checkOut.refusals.provider_unavailable,
    already_paid: refusal(409, 'This invoice is paid. Nothing more was charged.'),
    invoice_closed: refusal(409, 'This invoice does not have to be paid any more. Nothing was charged.'),
    storage_off: storageOff,
  },
});

export const replaceStorageCard = route({
  method: 'POST',
  path: '/api/v1/storage/own/card/',
  summary: 'Save the card that pays one’s own storage plan',
  ...changed,
  body: z.object({ ...typedCard, expiration_date: ExpiryMonth.optional() }),
  refusals: {
    card_token_expired: cardTokenRefusals.card_token_expired,
    card_refused: checkOut.refusals.card_refused,
    provider_unavailable: checkOut.refusals.provider_unavailable,
    no_plan: noPlan,
  },
});

export const switchAutomaticStorage = route({
  method: 'POST',
  path: '/api/v1/storage/own/automatic/',
  summary: 'Have the card on file charged on the due day, or not',
  ...changed,
  body: z.object({ on: z.boolean('Say whether it is on.') }),
  refusals: { no_plan: noPlan },
});

export const askToEndStorage = route({
  method: 'POST',
  path: '/api/v1/storage/own/ask-to-end/',
  summary: 'Ask to end one’s own storage; an administrator decides, and nothing is charged by itself meanwhile',
  ...changed,
  body: z.object({ note: withoutCardNumber(requiredText('Note', 1_000)) }),
  refusals: { no_plan: noPlan },
});

export const printStorageInvoice = route({
  method: 'GET',
  path: '/api/v1/storage/invoices/:id/pdf/',
  summary: 'An invoice of a storage plan as a PDF',
  access: 'storage.invoices',
  reads: { what: 'transaction' },
  params: z.object({ id: StorageInvoiceIdInPath }),
});
