import { listCards } from '@vialkeep/contract/cards.ts';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { listTransactions, updateTransaction } from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedBodies } from './testing/documented/documented-bodies.ts';
import { type Caller, newWorld, type World } from './testing/world.ts';

const titled = documentedBodies.map((body, at) => [`${body.call} (${at + 1})`, body] as const);
const routeOf = (call: string) => catalogue.find(({ name }) => name === call)?.route ?? expect.fail(`No call ${call}.`);

describe('Documented bodies in their documented shape', () => {
  test.each(titled)('%s accepts its complete documented body', (_title, { call, path, complete }) => {
    expect(routeOf(call).path).toBe(path);
    expect(routeOf(call).body.safeParse(complete).error?.issues ?? []).toEqual([]);
  });

  test.each(titled)(
    '%s accepts its body with the optional fields empty, one by one and all together',
    (_title, { call, complete, empty = {} }) => {
      const each = Object.entries(empty).map(([name, nothing]) => ({ [name]: nothing }));
      for (const left of [...each, empty]) {
        const { error } = routeOf(call).body.safeParse({ ...complete, ...left });
        expect(error?.issues ?? [], JSON.stringify(left)).toEqual([]);
      }
    },
  );

  test('the list has every documented call that takes a body', () => {
    expect(new Set(documentedBodies.map(({ path }) => path)).size).toBe(60);
  });
});

describe('Documented bodies with empty parts over HTTP', () => {
  let world: World;
  let hc: Caller & { user: { id: number } };
  let admin: Caller;
  beforeAll(async () => {
    world = await newWorld();
    hc = await world.as('hc');
    admin = await world.as('admin');
  });
  afterAll(() => world.close());

  const place = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };
  const blankCard = { full_name: '', card_number: '', cvc: '', expiration_date_tmp: '', expiration_date: '' };
  const nowhere = {
    company: 'Clinic',
    address1: '',
    address2: '',
    city: '',
    state: '',
    country_desc: '',
    zip_code: '',
  };
  const buy = async (body: object) => {
    const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
    const { payments } = await world.call(hc, listCards, { body: { user_id: hc.user.id } });
    const saved = payments[0] ?? expect.fail('The center has no saved card.');
    const by = {
      auth_customer_profile_validation: saved.profile_id,
      auth_customer_payment_profile_validation: saved.payment_profile_id,
    };
    return world.send(hc, checkOut, { body: { invoice_id, addressInfo: place, ...by, ...body } });
  };

  test.each([
    ['{}', {}],
    ['a card of empty texts', blankCard],
  ])('an order with a saved card and %s charges the saved card', async (_what, credit_card) => {
    const banner = { product_id: 12, product_quantity: 1, total_amount: 219, coupon_code: '', shipping_date: '' };
    const response = await buy({ ...banner, credit_card, shippingInfo: place, patient_id: '', email: '' });
    expect(response.statusCode, response.body).toBe(200);
  });

  test.each([
    ['{}', {}],
    ['an address of empty texts', nowhere],
  ])('product 14, which is not shipped, is sold with %s as shippingInfo', async (_what, shippingInfo) => {
    const [{ id } = { id: 0 }] = await world.sql<{ id: number }>(
      `select id from users where email = 'patient@vialkeep.test'`,
    );
    const vials = { product_id: 14, product_quantity: 1, total_amount: 450, patient_id: id };
    const response = await buy({ ...vials, shippingInfo, credit_card: {} });
    expect(response.statusCode, response.body).toBe(200);
  });

  test('an order without a saved card and with an empty card is refused with the missing card', async () => {
    const banner = { product_id: 12, product_quantity: 1, total_amount: 219 };
    const without = { auth_customer_payment_profile_validation: '', auth_customer_profile_validation: '' };
    const response = await buy({ ...banner, ...without, credit_card: {} });
    expect([response.statusCode, response.json().reason]).toEqual([400, 'card_required']);
  });

  test('an order with an incomplete new card is refused with the fields that are missing', async () => {
    const credit_card = { ...blankCard, full_name: 'Ana Stein' };
    const response = await buy({ product_id: 12, product_quantity: 1, total_amount: 219, credit_card });
    expect(response.json().fields).toEqual({
      'credit_card.card_number': 'Card number is required.',
      'credit_card.cvc': 'CVC is required.',
      'credit_card.expiration_date': 'Card expiration is required.',
    });
  });

  test('a patient is created with empty processing data', async () => {
    const documented = documentedBodies.find(({ call }) => call === 'createPatient');
    const body = { ...documented?.complete, ...documented?.empty, email: 'empty@vialkeep.test' };
    const { id } = await world.call(admin, createPatient, { body });
    const [row] = await world.sql(
      `select vials_preparation, stemcell_plating_successful from patient_records where patient_id = $1`,
      [id],
    );
    expect(row ?? { vials_preparation: 0, stemcell_plating_successful: null }).toEqual({
      vials_preparation: 0,
      stemcell_plating_successful: null,
    });
  });

  test('empty texts remove the people of a transaction', async () => {
    const [first] = (await world.call(admin, listTransactions)).results;
    const nobody = { harvest_center: '', patient: '', referral_harvest_center: '' };
    const response = await world.send(admin, updateTransaction, {
      params: { id: first?.id },
      body: { ...nobody, transaction_note: 'Nobody’s.' },
    });
    expect([response.statusCode, response.json().patient]).toEqual([200, null]);
  });
});
