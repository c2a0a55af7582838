import type { SavedCard } from '@vialkeep/contract/cards.ts';
import { checkOut, checkOutOwnVials } from '@vialkeep/contract/checkout.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import { describe, expect, test } from 'vitest';
import { checkoutFieldsFor } from '../checkout-fields.ts';
import { type CheckoutValues, NEW_CARD } from '../checkout-values.ts';
import { shownQuote, summaryLines } from '../sections/summary-lines.ts';
import { orderBody, ownVialsBody, typedCard } from './order-body.ts';
import { fieldOf, validationErrors } from './validation-errors.ts';

const place = { address1: '1 Main Street', address2: '', city: 'Boulder', state: 'Colorado' };
const address = { ...place, country_desc: 'United States', zip_code: '80302' };

const values: CheckoutValues = {
  harvest_center_name: 'Stein Clinic',
  harvest_center_email: 'hc@clinic.test',
  harvest_center_billing_email: '',
  harvest_center_phone: '',
  harvest_center_temporal_id: null,
  harvest_fee: 'no',
  create_patient: false,
  required_signature: false,
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  patient_id: null,
  product_quantity: 1,
  ...under('billing'),
  same_as_billing: true,
  ...under('shipping'),
  shipping_date: '2031-05-02',
  coupon_code: '',
  payment: NEW_CARD,
  full_name: 'Maria Stein',
  card_number: '4111 1111 1111 1111',
  expiration_date: '2031-04',
  cvc: '123',
};

// @NOTE contains only the fields that an order reads.
const saved = { profile_id: 'c1', payment_profile_id: 'p1', expiration_date: '2031-04' } as SavedCard;

function orderingFor(id: ProductId, plan: Plan = 4) {
  return {
    asks: checkoutFieldsFor(id, plan),
    product: { id, name: 'Something', description: '', price: 295, shipping_fee: 25 },
    coupon: { code: '', cents: 0 },
    company: 'Stein Clinic',
    cards: [saved],
    invoiceId: 41,
    cardToken: null as string | null,
    taken: ['known@people.test'],
    judgedCode: '',
  };
}

describe('Request body of an order', () => {
  test('F098 the body contains the product, the quantity, the day and the displayed total', () => {
    const body = orderBody({ ...values, product_quantity: 2, patient_id: 7 }, orderingFor(3));
    expect(body).toMatchObject({
      product_id: 3,
      product_quantity: 2,
      total_amount: 615,
      invoice_id: 41,
      shipping_date: '2031-05-02',
      patient_id: 7,
      addressInfo: { company: 'Stein Clinic', city: 'Boulder', country_code: 'US' },
      shippingInfo: null,
    });
    expect(body).not.toHaveProperty('harvest_fee');
    expect(checkOut.body.safeParse(body).success).toBe(true);
  });

  test('F104 the body contains the token of a new card, or only the ids of a saved card, and never a number', () => {
    const byToken = orderBody(values, { ...orderingFor(3), cardToken: 'one-time' });
    expect(byToken.credit_card).toEqual({ full_name: 'Maria Stein', card_token: 'one-time' });
    expect(checkOut.body.safeParse(byToken).success).toBe(true);
    const paid = orderBody({ ...values, payment: 'p1' }, orderingFor(3));
    expect(paid).toMatchObject({
      auth_customer_profile_validation: 'c1',
      auth_customer_payment_profile_validation: 'p1',
    });
    expect(paid).not.toHaveProperty('credit_card');
    expect(JSON.stringify([byToken, paid])).not.toContain('4111');
  });

  test('F104 a card is typed only if it is chosen and something is to be paid', () => {
    expect(typedCard(values, orderingFor(3))).toMatchObject({ card_number: '4111 1111 1111 1111', cvc: '123' });
    expect(typedCard({ ...values, payment: 'p1' }, orderingFor(3))).toBeNull();
    expect(typedCard(values, { ...orderingFor(3), coupon: { code: 'X', cents: 1_000_000 } })).toBeNull();
  });

  test('F094 F095 the body contains a new patient only if the form asks for one', () => {
    const person = { first_name: 'Nora', last_name: 'Quist', email: 'nora@people.test', phone_number: '555' };
    const typed = { ...values, ...person, required_signature: true };
    expect(orderBody(typed, orderingFor(1))).toMatchObject({ required_signature: false });
    expect(orderBody(typed, orderingFor(1))).not.toHaveProperty('email');
    const body = orderBody({ ...typed, create_patient: true }, orderingFor(1));
    expect(body).toMatchObject({ ...person, create_patient: true, required_signature: true, patient_id: null });
  });

  test('F097 the body contains the center and yes or no for the harvest fee', () => {
    const body = orderBody({ ...values, harvest_fee: 'yes', harvest_center_temporal_id: 9 }, orderingFor(13, 5));
    expect(body).toMatchObject({ harvest_fee: 'yes', harvest_center_temporal_id: 9, total_amount: 2820 });
  });

  test('F100 F101 a pre-order has neither shipping nor a day, and a patient’s own order has no center', () => {
    const elsewhere = { ...values, same_as_billing: false };
    expect(orderBody(elsewhere, orderingFor(14))).toMatchObject({ shippingInfo: null, shipping_date: null });
    const own = ownVialsBody(elsewhere, orderingFor(2, 2));
    expect(own).toMatchObject({ product_id: 2, shippingInfo: { city: 'Boulder' } });
    expect(own).not.toHaveProperty('harvest_center_email');
    expect(checkOutOwnVials.body.safeParse(own).success).toBe(true);
  });
});

describe('Validation of the checkout form', () => {
  test('missing and invalid input is reported at its field before the order is sent', () => {
    const wrong = { ...values, billing_city: '', card_number: '4111 1111 1111 1112', product_quantity: null };
    expect(validationErrors(wrong, orderingFor(3))).toEqual({
      billing_city: 'City is required.',
      card_number: 'This card number is not right. Please check its digits.',
      product_quantity: 'Enter 1 or more.',
    });
    expect(validationErrors(values, orderingFor(3))).toEqual({});
  });

  test('F104 the fields of a new card are required only if it is chosen', () => {
    const empty = { ...values, full_name: '', card_number: '', expiration_date: '', cvc: '' };
    expect(Object.keys(validationErrors(empty, orderingFor(3))).toSorted()).toEqual(
      ['card_number', 'cvc', 'expiration_date', 'full_name'].toSorted(),
    );
    expect(validationErrors({ ...empty, payment: 'p1' }, orderingFor(3))).toEqual({});
    expect(validationErrors({ ...empty, payment: 'deleted' }, orderingFor(3))).toEqual({
      payment: 'Choose how to pay.',
    });
  });

  test('F094 F096 a new patient requires a name, an unregistered email and a phone number', () => {
    const typed = { ...values, create_patient: true, first_name: 'Nora', email: 'Known@people.test' };
    expect(validationErrors(typed, orderingFor(1))).toEqual({
      last_name: 'Patient Last Name is required.',
      email: 'This e-mail already has an account.',
      phone_number: 'Patient Phone Number is required.',
    });
  });

  test('F103 a coupon code that is typed but not applied is reported', () => {
    const typed = { ...values, coupon_code: 'STEIN200' };
    expect(validationErrors(typed, orderingFor(3))).toHaveProperty('coupon_code');
    expect(validationErrors(typed, { ...orderingFor(3), judgedCode: 'STEIN200' })).toEqual({});
  });

  test('the server’s field paths map to the form’s field names', () => {
    expect(
      ['addressInfo.zip_code', 'shippingInfo.city', 'credit_card.cvc', 'credit_card', 'email'].map(fieldOf),
    ).toEqual(['billing_zip_code', 'shipping_city', 'cvc', 'payment', 'email']);
  });
});

describe('Checkout summary', () => {
  const shown = (id: ProductId, typed: Partial<CheckoutValues>, cents = 0) => {
    const ordering = { ...orderingFor(id), coupon: { code: 'X', cents } };
    const quote = shownQuote({ ...values, ...typed }, ordering);
    return [...summaryLines(id, quote).map(({ label, value }) => `${label} ${value}`), quote.total];
  };

  test('F105 the summary always has every line, and a quantity for products that are counted', () => {
    expect(shown(1, {})).toEqual(['Price $295.00', 'Shipping Fee + $25.00', 'Discount − $0.00', 32_000]);
    expect(shown(3, { product_quantity: 3 }, 5_000)).toEqual([
      'Price $295.00',
      'Quantity 3',
      'Shipping Fee + $25.00',
      'Discount − $50.00',
      86_000,
    ]);
  });

  test('F097 the summary adds a chosen harvest fee, and a coupon never exceeds the price', () => {
    expect(shown(13, { harvest_fee: 'yes' })).toContain('Harvest Fee + $2,500.00');
    expect(shown(13, {})).not.toContain('Harvest Fee + $2,500.00');
    expect(shown(3, {}, 1_000_000).at(-1)).toBe(0);
    expect(
      validationErrors({ ...values, payment: '' }, { ...orderingFor(3), coupon: { code: 'X', cents: 1_000_000 } }),
    ).toEqual({});
  });

  test('the summary quotes one piece while the quantity is invalid', () => {
    expect(shown(3, { product_quantity: null }).at(-1)).toBe(32_000);
  });
});

function under<Prefix extends 'billing' | 'shipping'>(prefix: Prefix) {
  const entries = Object.entries({ ...address, location: null }).map(([name, value]) => [`${prefix}_${name}`, value]);
  // @NOTE the names are concatenated, which the type of fromEntries cannot express.
  return Object.fromEntries(entries) as Pick<CheckoutValues, Extract<keyof CheckoutValues, `${Prefix}_${string}`>>;
}
