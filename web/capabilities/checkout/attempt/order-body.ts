import type { SavedCard } from '@vialkeep/contract/cards.ts';
import type { checkOut, checkOutOwnVials } from '@vialkeep/contract/checkout.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { z } from 'zod';
import { countryCode } from '../../../ui/form/state/countries.ts';
import type { Asks } from '../checkout-fields.ts';
import { type AddressPrefix, type CheckoutValues, NEW_CARD } from '../checkout-values.ts';
import { type Priced, shownQuote } from '../sections/summary-lines.ts';

export type OwnVialsBody = z.input<typeof checkOutOwnVials.body>;
export type OrderBody = z.input<typeof checkOut.body>;

/** What an order contains besides the form values. */
export type Ordering = Priced & {
  asks: Asks;
  company: string;
  cards: readonly SavedCard[];
  invoiceId: number;
  /** The payment provider's token of a typed card; null where no card is typed. */
  cardToken: string | null;
};

/** Builds the request body. Fields that the screen does not ask for are not sent. */
export function orderBody(values: CheckoutValues, ordering: Ordering): OrderBody {
  const { asks } = ordering;
  return {
    ...ownVialsBody(values, ordering),
    harvest_center_email: values.harvest_center_email.trim(),
    harvest_center_billing_email: values.harvest_center_billing_email.trim(),
    harvest_center_phone: values.harvest_center_phone,
    ...(asks.newPatient && values.create_patient ? newPatient(values) : {}),
    required_signature: asks.newPatient && values.create_patient && values.required_signature,
    patient_id: asks.patient === null ? null : values.patient_id,
    ...(asks.referral
      ? {
          harvest_fee: values.harvest_fee === 'yes' ? ('yes' as const) : ('no' as const),
          harvest_center_temporal_id: values.harvest_center_temporal_id,
        }
      : {}),
  };
}

/** The body for patients who order their own vials. */
export function ownVialsBody(values: CheckoutValues, ordering: Ordering): OwnVialsBody {
  const { asks, company, invoiceId, coupon } = ordering;
  const { total } = shownQuote(values, ordering);
  const isShippedElsewhere = asks.shipping && !values.same_as_billing;
  return {
    product_id: asks.productId,
    product_quantity: asks.quantity ? (values.product_quantity ?? Number.NaN) : 1,
    total_amount: dollarsOf(total),
    invoice_id: invoiceId,
    coupon_code: coupon.code || null,
    addressInfo: buildOrderAddress('billing', values, company),
    shippingInfo: isShippedElsewhere ? buildOrderAddress('shipping', values, company) : null,
    shipping_date: asks.shippingDate ? values.shipping_date : null,
    ...(total === 0 ? {} : resolvePaymentMethod(values, ordering)),
  };
}

function newPatient({ first_name, last_name, email, phone_number }: CheckoutValues) {
  return { create_patient: true, first_name, last_name, email: email.trim(), phone_number };
}

function buildOrderAddress(prefix: AddressPrefix, values: CheckoutValues, company: string) {
  const country = values[`${prefix}_country_desc`];
  return {
    company,
    address1: values[`${prefix}_address1`],
    address2: values[`${prefix}_address2`],
    city: values[`${prefix}_city`],
    state: values[`${prefix}_state`],
    country_desc: country,
    country_code: countryCode(country),
    zip_code: values[`${prefix}_zip_code`],
  };
}

/** A saved card by its ids, or the token of the typed card. */
function resolvePaymentMethod(values: CheckoutValues, { cards, cardToken }: Ordering) {
  const saved = cards.find(({ payment_profile_id }) => payment_profile_id === values.payment);
  if (saved) {
    return {
      auth_customer_profile_validation: saved.profile_id,
      auth_customer_payment_profile_validation: saved.payment_profile_id,
    };
  }
  return cardToken === null ? {} : { credit_card: { full_name: values.full_name, card_token: cardToken } };
}

/** The card that the user types to pay with; null where another card pays, or nothing is to be paid. */
export function typedCard(values: CheckoutValues, priced: Priced) {
  if (values.payment !== NEW_CARD || shownQuote(values, priced).total === 0) return null;
  const { full_name, card_number, expiration_date, cvc } = values;
  return { full_name, card_number, expiration_date, cvc };
}
