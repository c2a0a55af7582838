import { checkOut, OrderAddress, TypedCard } from '@vialkeep/contract/checkout.ts';
import { Email } from '@vialkeep/contract/kernel/text.ts';
import { z } from 'zod';
import { checkoutTexts } from '../checkout.texts.ts';
import { type CheckoutValues, NEW_CARD } from '../checkout-values.ts';
import { shownQuote } from '../sections/summary-lines.ts';
import { type Ordering, orderBody, typedCard } from './order-body.ts';

const { labels } = checkoutTexts;
const { refusals } = checkOut;

/**
 * The call gets a token of a card, and accepts a blank address as absent; on the screen a card or address that the user
 * chose to type is required.
 */
const Typed = checkOut.body.extend({ credit_card: TypedCard.optional(), shippingInfo: OrderAddress.nullable() });

export type Checking = Omit<Ordering, 'invoiceId' | 'cardToken'> & {
  /** Lower-case email addresses that the server reported as registered. */
  taken: readonly string[];
  /** The coupon code whose verdict is shown, valid or not. */
  judgedCode: string;
};

/** The form's rules: those of the call, reported at the fields, and those that only the screen can check. */
export function checkoutShape(checking: Checking) {
  return z.custom<CheckoutValues>().check(({ value, issues }) => {
    for (const [field, message] of Object.entries(validationErrors(value, checking))) {
      issues.push({ code: 'custom', path: [field], message, input: undefined });
    }
  });
}

export function validationErrors(values: CheckoutValues, checking: Checking): Record<string, string> {
  const { asks, judgedCode } = checking;
  const isPaid = shownQuote(values, checking).total > 0;
  const body = orderBody(values, { ...checking, invoiceId: 1, cardToken: null });
  const sent = Typed.safeParse({ ...body, credit_card: typedCard(values, checking) ?? undefined });
  const wrong = (sent.error?.issues ?? []).map(({ path, message }) => [fieldOf(path.join('.')), message] as const);
  return firstOfEach([
    ...emailsIn(values, checking),
    ...(asks.newPatient && values.create_patient ? missingOf(values) : []),
    ...(asks.referral && values.harvest_center_temporal_id === null
      ? [['harvest_center_temporal_id', refusals.center_required.message] as const]
      : []),
    ...(isPaid && !isPayable(values, checking) ? [['payment', refusals.card_required.message] as const] : []),
    ...(values.coupon_code.trim() === judgedCode ? [] : [['coupon_code', checkoutTexts.coupon.notApplied] as const]),
    ...wrong,
  ]);
}

/** Maps a wire path to a form field: 'addressInfo.city' → 'billing_city', 'credit_card.cvc' → 'cvc'. */
export function fieldOf(path: string): string {
  if (path === 'credit_card') return 'payment';
  return path
    .replace(/^addressInfo\./, 'billing_')
    .replace(/^shippingInfo\./, 'shipping_')
    .replace(/^credit_card\./, '');
}

/** A card that another tab deleted meanwhile cannot pay. */
function isPayable({ payment }: CheckoutValues, { cards }: Checking): boolean {
  return payment === NEW_CARD || cards.some(({ payment_profile_id }) => payment_profile_id === payment);
}

const patientFields = ['first_name', 'last_name', 'email', 'phone_number'] as const;

function missingOf(values: CheckoutValues): (readonly [string, string])[] {
  return patientFields
    .filter((name) => values[name].trim() === '')
    .map((name) => [name, checkoutTexts.required(labels.newPatient[name])]);
}

function emailsIn(values: CheckoutValues, { asks, taken }: Checking): (readonly [string, string])[] {
  const isNew = asks.newPatient && values.create_patient;
  const written = [
    ...(asks.buyer === 'patient' ? [] : (['harvest_center_email', 'harvest_center_billing_email'] as const)),
    ...(isNew ? (['email'] as const) : []),
  ].filter((name) => values[name].trim() !== '');
  const malformed = written.flatMap((name) => {
    const message = Email.safeParse(values[name]).error?.issues[0]?.message;
    return message === undefined ? [] : [[name, message] as const];
  });
  const isTaken = isNew && taken.includes(values.email.trim().toLowerCase());
  return isTaken ? [...malformed, ['email', refusals.email_in_use.message]] : malformed;
}

function firstOfEach(problems: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(problems.toReversed());
}
