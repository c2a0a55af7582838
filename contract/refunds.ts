import { z } from 'zod';
import { cardBrands, withoutCardNumber } from './card-number.ts';
import { ANOTHER_ADMINISTRATOR, fourEyesRefusals } from './four-eyes.ts';
import {
  RefundId,
  RefundIdInPath,
  StorageInvoiceId,
  StorageInvoiceIdInPath,
  TransactionId,
  TransactionIdInPath,
} from './kernel/ids.ts';
import { dollars, formatCents } from './kernel/money.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';

export const REFUNDS_PER_PAGE = 25;

/** The card payment provider refunds a charge for this many days after it has settled. */
export const REFUNDED_FOR_DAYS = 120;

export const RefundState = z.enum(['requested', 'waiting', 'begun', 'done', 'failed', 'rejected', 'cancelled']);
export type RefundState = z.infer<typeof RefundState>;

/** `outside`: paid back without the card payment provider, and recorded here. */
export const RefundWay = z.enum(['void', 'refund', 'outside', 'chargeback']);
export type RefundWay = z.infer<typeof RefundWay>;

export const RefundReason = z.enum(
  ['duplicate', 'not_delivered', 'patient_withdrew', 'goodwill', 'fraud', 'other'],
  'Choose a reason.',
);
export type RefundReason = z.infer<typeof RefundReason>;

const Card = z.object({ card_type: z.enum(cardBrands), card_number: z.string() });

export const Refund = z.object({
  id: RefundId,
  /** Null where a storage invoice is refunded. */
  transaction_id: TransactionId.nullable(),
  invoice: z.object({ id: StorageInvoiceId, number: z.string() }).nullable(),
  site: z.string(),
  /** Dollars. */
  amount: z.number(),
  /** Null until the card payment provider was asked whether the charge has settled. */
  way: RefundWay.nullable(),
  reason: RefundReason,
  note: z.string(),
  return_coupon: z.boolean(),
  state: RefundState,
  /** What became of it, or what it waits for, in a sentence. */
  words: z.string(),
  /** The usernames of the administrators. */
  requested_by: z.string(),
  approved_by: z.string().nullable(),
  requested_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  may: z.array(z.enum(['approve', 'reject', 'cancel'])),
});
export type Refund = z.infer<typeof Refund>;

type Worded = {
  readonly state: RefundState;
  readonly way: RefundWay | null;
  readonly cents: number;
  readonly card: z.infer<typeof Card> | null;
  readonly message: string;
};

export const UNTIL_SETTLED =
  'A part can be refunded once the charge has settled, usually overnight. It is done then by itself.';
export const VOIDED_AS_A_WHOLE =
  'The whole charge was cancelled at the card payment provider. Refund all of it here, so that the books agree.';
const LOOKED_UP = 'We do not know yet whether the refund went through. It is being looked up.';

/** A refund in a sentence, the same on the screen and in the letter. */
export function refundWords({ state, way, cents, card, message }: Worded): string {
  if (state === 'done') return doneWords(way, formatCents(cents), card);
  if (state === 'begun') return LOOKED_UP;
  if (state === 'waiting') return message || UNTIL_SETTLED;
  if (state === 'requested') return ANOTHER_ADMINISTRATOR;
  if (state === 'cancelled') return 'Cancelled. Nothing was given back.';
  return state === 'rejected' ? `Rejected: ${message}` : message;
}

function doneWords(way: RefundWay | null, amount: string, card: Worded['card']): string {
  if (way === 'void') return 'The charge was cancelled before it reached the card.';
  if (way === 'chargeback') return `The bank of the card took ${amount} back.`;
  if (way === 'outside') return `${amount} was paid back another way.`;
  const to = card === null ? 'the card' : `${card.card_type} ending in ${card.card_number}`;
  return `Refunded ${amount} to ${to}. Banks show it in 3 to 10 days.`;
}

const ofTransaction = z.object({ id: TransactionIdInPath });

/** What a refund of a transaction would do, for the form in which it is requested. */
export const RefundOptions = z.object({
  /** Dollars. */
  charged: z.number(),
  refunded: z.number(),
  left: z.number(),
  /** From this sum of all refunds of the transaction on, a second administrator approves. */
  four_eyes: z.number(),
  /**
   * The state of the charge at the card payment provider. `old`: it refunds this charge no longer. `closed`: the bank of the
   * card took it back, or it failed. `not_known`: the provider knows no such charge. `other_gateway`: another provider made
   * it. `unknown`: the provider could not be asked. Null where nothing can be refunded, so that it was not asked.
   */
  charge: z
    .enum(['unsettled', 'settled', 'old', 'voided', 'closed', 'not_known', 'other_gateway', 'unknown'])
    .nullable(),
  /** Why nothing can go back to the card, in a sentence; a refund can then only be recorded. */
  blocked: z.string().nullable(),
  card: Card.nullable(),
  /** The code of the coupon whose use can be returned; null where none is taken. */
  coupon: z.string().nullable(),
  /** Dollars that a person earned by the sale, and what earlier refunds have taken back of them. */
  commission: z.array(z.object({ person: z.string(), earned: z.number(), lost: z.number() })),
  /**
   * Vials that have been shipped and stay shipped: those of the order of this purchase, or all of the patient where no order
   * names them. 0 where something else than vials was bought.
   */
  vials_shipped: z.number().int(),
  /** The order of vials that a refund of all that is left cancels, and how many vials in store it has. */
  open_order: z.object({ vials: z.number().int(), reserved: z.number().int() }).nullable(),
  /** The days of a storage plan that a refund of all that is left no longer pays. */
  paid_days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  /** Newest first. */
  refunds: z.array(Refund),
  may: z.array(z.enum(['refund'])),
});
export type RefundOptions = z.infer<typeof RefundOptions>;

export const readRefundOptions = route({
  method: 'GET',
  path: '/api/admin/transactions/:id/refunds/',
  summary: 'The refunds of a transaction, and what another one would do',
  access: 'refunds.administer',
  reads: { what: 'transaction' },
  inPerson: true,
  params: ofTransaction,
  answer: RefundOptions,
});

const AMOUNT = 'Enter more than 0.';
const KEY = 'Send a UUID of your own for each refund.';

export const requestRefund = route({
  method: 'POST',
  path: '/api/admin/transactions/:id/refunds/',
  summary: 'Give back all or a part of what a transaction was charged',
  access: 'refunds.administer',
  inPerson: true,
  params: ofTransaction,
  body: z.object({
    /** Made by the client for each refund: the same key is the same refund. */
    key: z.string(KEY).regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, KEY),
    /** Dollars; without it all that is left. */
    amount: dollars('Amount')
      .refine((cents) => cents > 0, AMOUNT)
      .optional(),
    /** Dollars that were left when the form was read: the refund is refused where another one has changed that. */
    left: dollars('Left').optional(),
    reason: RefundReason,
    note: withoutCardNumber(requiredText('Note', 1_000)).refine(
      (note) => [...note].length >= 5,
      'At least 5 characters.',
    ),
    /** Returns the use of the coupon where the transaction is then refunded as a whole. */
    return_coupon: z.boolean().default(false),
    /** It was paid back without the card payment provider, and is only recorded. */
    outside: z.boolean().default(false),
  }),
  answer: Refund,
  refusals: {
    nothing_charged: refusal(409, 'Nothing was charged for this transaction.'),
    imported: refusal(409, 'This sale was imported. Give the money back where it was taken.'),
    refund_under_way: refusal(409, 'A refund of this transaction is under way.'),
    more_than_left: refusal(409, 'At most $0.00 can be refunded.'),
    too_old: refusal(
      409,
      `The card payment provider refunds for ${REFUNDED_FOR_DAYS} days. Pay it back another way and record it here.`,
    ),
    refunded_meanwhile: refusal(409, 'This transaction was refunded meanwhile. Look at its refunds first.'),
    key_reused: refusal(409, 'This key belongs to another refund.'),
  },
});

const ofInvoice = z.object({ id: StorageInvoiceIdInPath });

export const readInvoiceRefundOptions = route({
  method: 'GET',
  path: '/api/admin/storage-invoices/:id/refunds/',
  summary: 'The refunds of a storage invoice, and what another one would do',
  access: 'refunds.administer',
  reads: { what: 'transaction' },
  inPerson: true,
  params: ofInvoice,
  answer: RefundOptions,
});

/** The part that was not earned yet is taken from what is deferred. */
export const requestInvoiceRefund = route({
  method: 'POST',
  path: '/api/admin/storage-invoices/:id/refunds/',
  summary: 'Give back all or a part of what a storage invoice was charged',
  access: 'refunds.administer',
  inPerson: true,
  params: ofInvoice,
  body: requestRefund.body.omit({ return_coupon: true }),
  answer: Refund,
  refusals: {
    ...requestRefund.refusals,
    nothing_charged: refusal(409, 'This invoice was not paid.'),
    refund_under_way: refusal(409, 'A refund of this invoice is under way.'),
  },
});

export const listRefunds = route({
  method: 'GET',
  path: '/api/admin/refunds/',
  summary: 'Refunds of the administrator’s sites, newest first',
  access: 'refunds.administer',
  reads: { what: 'list' },
  inPerson: true,
  query: z.object({
    state: RefundState.optional(),
    transaction_id: TransactionIdInPath.optional(),
    ...paging(REFUNDS_PER_PAGE),
  }),
  answer: pageOf(Refund),
});

const about = z.object({ id: RefundIdInPath });

export const readRefund = route({
  method: 'GET',
  path: '/api/admin/refunds/:id/',
  summary: 'One refund',
  access: 'refunds.administer',
  reads: { what: 'transaction' },
  inPerson: true,
  params: about,
  answer: Refund,
});

const notWaiting = refusal(409, 'This refund does not wait any more.');

export const approveRefund = route({
  method: 'POST',
  path: '/api/admin/refunds/:id/approve/',
  summary: 'Approve a refund that another administrator requested; it is then carried out',
  access: 'refunds.administer',
  inPerson: true,
  params: about,
  answer: Refund,
  refusals: {
    ...fourEyesRefusals,
    not_waiting: notWaiting,
  },
});

export const rejectRefund = route({
  method: 'POST',
  path: '/api/admin/refunds/:id/reject/',
  summary: 'Reject a refund that waits for approval',
  access: 'refunds.administer',
  inPerson: true,
  params: about,
  body: z.object({
    note: withoutCardNumber(requiredText('Note', 1_000)).refine(
      (note) => [...note].length >= 5,
      'At least 5 characters.',
    ),
  }),
  answer: Refund,
  refusals: { not_waiting: notWaiting },
});

export const cancelRefund = route({
  method: 'POST',
  path: '/api/admin/refunds/:id/cancel/',
  summary: 'Cancel a refund that waits for approval or for the settlement of its charge',
  access: 'refunds.administer',
  inPerson: true,
  params: about,
  answer: Refund,
  refusals: { not_waiting: notWaiting },
});
