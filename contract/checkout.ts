import { z } from 'zod';
import {
  CardHolder,
  CardNumber,
  cardBrands,
  codeFits,
  codeMessage,
  ExpiryMonth,
  securityCode,
  withoutCardNumber,
} from './card-number.ts';
import { CardToken, cardTokenRefusals, requireTokenOrCard } from './card-token.ts';
import { Day } from './kernel/day.ts';
import { TransactionId, UserId } from './kernel/ids.ts';
import { noEmail } from './kernel/no-email.ts';
import { orBlank, orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { Email, optionalName, PhoneNumber, requiredText, text } from './kernel/text.ts';
import { ProductId } from './products.ts';
import { Quantity } from './quote.ts';

/** An address as the checkout sends it. `company` is the company of the center. */
export const OrderAddress = z.object({
  company: withoutCardNumber(text(200)).optional(),
  address1: withoutCardNumber(requiredText('Address Line 1', 200)),
  address2: withoutCardNumber(text(200)).optional(),
  city: withoutCardNumber(requiredText('City', 100)),
  state: withoutCardNumber(requiredText('State', 100)),
  country_desc: withoutCardNumber(requiredText('Country', 100)),
  country_code: text(10).optional(),
  zip_code: withoutCardNumber(text(20)).optional(),
});
export type OrderAddress = z.infer<typeof OrderAddress>;

/** The fields of a card that is not saved. */
export const TypedCard = z
  .object({
    full_name: CardHolder,
    card_number: CardNumber,
    expiration_date: ExpiryMonth,
    cvc: securityCode('CVC'),
  })
  .check(codeFitsNumber);

/** A card that is not saved: screens send a token of it, documented clients the card, of which none is stored. */
const PaidCard = requireTokenOrCard(
  z.object({
    full_name: TypedCard.shape.full_name,
    card_token: CardToken.optional(),
    card_number: TypedCard.shape.card_number.optional(),
    expiration_date: TypedCard.shape.expiration_date.optional(),
    cvc: TypedCard.shape.cvc.optional(),
  }),
  {
    labels: { card_number: 'Card number', expiration_date: 'Card expiration', cvc: 'CVC' },
    secret: ['card_number', 'cvc'],
  },
).check(codeFitsNumber);

type Numbered = {
  card_number?: z.output<typeof CardNumber> | undefined;
  cvc?: z.output<ReturnType<typeof securityCode>> | undefined;
};

function codeFitsNumber({ value, issues }: z.core.ParsePayload<Numbered>): void {
  const { card_number, cvc } = value;
  // The code is compared with the number only where both are valid by themselves.
  if (issues.length > 0 || !card_number || !cvc || codeFits(card_number, cvc)) return;
  issues.push({ code: 'custom', path: ['cvc'], message: codeMessage('CVC', card_number), input: undefined });
}

export const InvoiceId = z.number('Invoice is required.').int().positive().max(2_147_483_647);

/** All fields but the company: the form fills that one in from the center before the user types. */
const addressFields = ['address1', 'address2', 'city', 'state', 'country_desc', 'country_code', 'zip_code'];

const yesOrNo = z.enum(['yes', 'no']);

/**
 * The purchase and its payment method. Documented clients also send names, prices and the sales chain; the server
 * ignores them (S-22) and only compares the total with its own, so that a buyer pays exactly the amount that was shown.
 */
const Order = z.object({
  product_id: ProductId,
  product_quantity: Quantity.default(1),
  total_amount: z.number('Total is required.').min(0).max(1_000_000_000),
  invoice_id: InvoiceId,
  coupon_code: text(50).nullish(),
  addressInfo: OrderAddress,
  /** The billing address applies where this is blank. */
  shippingInfo: orBlank(OrderAddress, addressFields).optional(),
  shipping_date: orEmpty(Day).optional(),
  /** Blank where a saved card pays. */
  credit_card: orBlank(PaidCard, ['full_name', 'card_token', 'card_number', 'cvc']).optional(),
  auth_customer_profile_validation: text(40).nullish(),
  auth_customer_payment_profile_validation: text(40).nullish(),
});

const NewPatient = {
  create_patient: z.boolean().default(false),
  required_signature: z.boolean().default(false),
  first_name: withoutCardNumber(optionalName(100)).nullish(),
  last_name: withoutCardNumber(optionalName(100)).nullish(),
  email: z.union([Email, z.literal('')]).nullish(),
  phone_number: PhoneNumber.nullish(),
};

/** The completed purchase, for the message and the receipt. */
export const Purchase = z.object({
  transaction_id: TransactionId,
  invoice_id: InvoiceId,
  date: z.iso.datetime(),
  product: z.string(),
  quantity: z.number().int(),
  price: z.number(),
  shipping_fee: z.number(),
  harvest_fee: z.number(),
  discount: z.number(),
  total: z.number(),
  /** Null where nothing was left to pay. */
  card: z.object({ card_type: z.enum(cardBrands), card_number: z.string() }).nullable(),
  receipt_to: z.string(),
  /** The patient for whom the purchase was made, where there is one. */
  patient: z.object({ id: UserId, name: z.string() }).nullable(),
});
export type Purchase = z.infer<typeof Purchase>;

const Bought = z.object({
  code: z.literal('success'),
  message: z.string(),
  error_message: z.literal(''),
  purchase: Purchase,
});

const refusals = {
  ...cardTokenRefusals,
  declined: refusal(402, 'The payment was declined.'),
  card_refused: refusal(400, 'This card was not accepted.'),
  amount_mismatch: refusal(409, 'Amount mismatch'),
  coupon_not_valid: refusal(409, 'This coupon code is not valid any more.'),
  no_sales_rep: refusal(409, "Your account doesn't have a sales rep associated. Please contact your admin for help."),
  /** The patient's lab reserves vials before the charge, and has fewer than ordered. */
  vials_short: refusal(409, 'No vials of this patient can be ordered now.'),
  product_not_sold: refusal(409, 'This product cannot be ordered from this account.'),
  patient_required: refusal(400, 'Please select a patient'),
  patient_incomplete: refusal(400, 'Complete the patient’s information.'),
  center_required: refusal(400, 'Please select a harvest center'),
  email_in_use: refusal(409, 'This e-mail already has an account.'),
  ...noEmail,
  card_required: refusal(400, 'Choose how to pay.'),
  invoice_used: refusal(409, 'This page is out of date. Your last order went through; nothing more was charged.'),
  /** A number that the server has not issued to this buyer and could not have issued (C-12). */
  invoice_unknown: refusal(400, 'This order has no valid number. Nothing was charged. Please order again.'),
  in_progress: refusal(409, 'We appreciate your patience, this purchase is still being processed. Do not pay again.'),
  held_for_review: refusal(
    409,
    'The card payment provider is reviewing this payment. Do not pay again. The receipt comes by e-mail.',
  ),
  outcome_unknown: refusal(503, 'We do not know yet whether your card was charged. Do not pay again.'),
  provider_unavailable: refusal(
    503,
    'The card payment provider cannot be reached right now. Nothing was charged. Please try again shortly.',
  ),
};

/** The buyer is a center, a referral center or a staff member on behalf of one (F093, F097, F098). */
export const checkOut = route({
  method: 'POST',
  path: '/auth/payment/',
  summary: 'Buy something for a center, charged exactly once',
  access: 'checkout.buy',
  reads: { what: 'transaction', subjects: ({ purchase }) => [purchase.patient?.id] },
  urgency: 'vital',
  body: Order.extend({
    ...NewPatient,
    patient_id: orEmpty(UserId).optional(),
    /** Without this field the server accepts the total with or without the fee (C-29). */
    harvest_fee: yesOrNo.optional(),
    /** The center of a referral center's purchase. */
    harvest_center_temporal_id: orEmpty(UserId).optional(),
    harvest_center_email: z.union([Email, z.literal('')]).nullish(),
    harvest_center_billing_email: z.union([Email, z.literal('')]).nullish(),
    harvest_center_phone: PhoneNumber.nullish(),
  }),
  answer: Bought,
  refusals,
});

/** A user with tag 1 orders vials for themselves (F101). */
export const checkOutOwnVials = route({
  method: 'POST',
  path: '/api/v1/users/patient/checkout/',
  summary: 'Order one’s own vials, charged exactly once',
  access: 'checkout.buy_own_vials',
  reads: { what: 'transaction', subjects: (_, { userId }) => [userId] },
  urgency: 'vital',
  body: Order,
  answer: Bought,
  refusals,
});

/** The next free number, a hint by which the server tells a repeated order from a new one (C-12). */
export const readNextInvoice = route({
  method: 'GET',
  path: '/api/v1/transactions/get-last-id/',
  summary: 'The number for the next invoice',
  access: 'checkout.number',
  answer: z.object({ transaction_id: InvoiceId }),
});

/** Clients call this after a lost answer: it looks the payment up and never charges. */
export const checkStatus = route({
  method: 'POST',
  path: '/api/v1/checkouts/check-status/',
  summary: 'What has become of a purchase of one’s own',
  access: 'checkout.number',
  reads: { what: 'transaction', subjects: ({ purchase }) => [purchase?.patient?.id] },
  urgency: 'vital',
  body: z.object({ invoice_id: InvoiceId }),
  answer: z.object({
    /** `not_charged` means that the buyer can pay again. */
    state: z.enum(['charged', 'held', 'not_charged', 'unknown']),
    message: z.string(),
    purchase: Purchase.nullable(),
  }),
});
