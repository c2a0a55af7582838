import { checkOut, checkOutOwnVials, checkStatus, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { listPatientsOfCenter } from '@vialkeep/contract/patients.ts';
import { listCenterTransactions } from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const address = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };
const soon = `${new Date().getUTCFullYear() + 3}-4`;
const card = (number = '4111111111111111') => ({
  full_name: 'Felix Andersen',
  card_number: number,
  expiration_date: soon,
  cvc: '123',
});

/** Two kits with the shipping fee, paid with a new card. */
const kit = { product_id: 3, product_quantity: 2, total_amount: 615, addressInfo: address, credit_card: card() };
const fee = { ...kit, product_id: 1, product_quantity: 1, total_amount: 3920 };

const nextNumber = async (who: Caller) => (await world.call(who, readNextInvoice)).transaction_id;

async function order(who: Caller, body: object, route: typeof checkOut | typeof checkOutOwnVials = checkOut) {
  return world.send(who, route, { body: { invoice_id: await nextNumber(who), ...body } });
}

const charges = async () => (await world.sql<{ n: number }>(`select count(*)::int as n from sandbox_charges`))[0]?.n;
const transactions = async () => (await world.sql<{ n: number }>(`select count(*)::int as n from transactions`))[0]?.n;

/** Expects this status, and no new charge or transaction. */
async function changesNothing(attempt: () => Promise<{ statusCode: number }>, status: number) {
  const before = [await charges(), await transactions()];
  expect((await attempt()).statusCode).toBe(status);
  expect([await charges(), await transactions()]).toEqual(before);
}

describe('F098 A center buys a product', () => {
  test('a center is charged once, at the server’s price, and gets a receipt', async () => {
    const hc = await world.as('hc');
    const response = await order(hc, kit);
    expect(response.json()).toMatchObject({
      code: 'success',
      error_message: '',
      purchase: { product: 'Harvesting Kit', quantity: 2, price: 295, shipping_fee: 25, total: 615 },
    });
    const { transaction_id } = response.json().purchase;
    const [row] = await world.sql('select * from transactions where id = $1', [transaction_id]);
    expect(row).toMatchObject({
      charged_cents: 61_500,
      amount_cents: 61_500,
      center_id: hc.user?.id,
      card_last4: '1111',
    });
    expect(row?.rep_id).not.toBeNull();
    const receipts = await world.sql(`select 1 from letters where subject like $1`, [`%#${transaction_id}`]);
    expect(receipts).toHaveLength(1);
  });

  test('F107 an order with another total than the server’s is refused without a charge', async () => {
    const hc = await world.as('hc');
    for (const total_amount of [614.99, 0.01, 0, 61_500, 6150]) {
      await changesNothing(() => order(hc, { ...kit, total_amount }), 409);
    }
    const refused = await order(hc, { ...kit, total_amount: 1 });
    expect(refused.json()).toMatchObject({ code: 'error', message: 'Amount mismatch' });
    expect(refused.json().error_message).toContain('$615.00');
  });

  test('F107 a product of another plan, and one that is not for sale, are refused', async () => {
    const rhc = await world.as('rhc');
    await changesNothing(() => order(rhc, kit), 409);
    await changesNothing(() => order(rhc, { ...kit, product_id: 4 }), 400);
  });

  test('F099 an order of vials needs a patient, who must be one of the center’s own', async () => {
    const hc = await world.as('hc');
    const vials = { ...kit, product_id: 2, product_quantity: 1, total_amount: 545 };
    const refused = await order(hc, vials);
    expect(refused.json()).toMatchObject({
      message: 'Please select a patient',
      fields: { patient_id: expect.anything() },
    });
    const foreign = await world.idOf('patient@north.test');
    await changesNothing(() => order(hc, { ...vials, patient_id: foreign }), 404);
    const own = await world.idOf('patient@vialkeep.test');
    expect((await order(hc, { ...vials, patient_id: own })).json()).toMatchObject({
      purchase: { patient: { id: own } },
    });
    const [event] = await world.sql(
      `select kind from custody_events where patient_id = $1 order by position desc limit 1`,
      [own],
    );
    expect(event).toEqual({ kind: 'order.paid' });
  });

  test('F108 a center without a sales rep cannot buy', async () => {
    const hc = await world.as('hc3');
    await world.sql(`update relations set ended_at = now() where subject_id = $1 and kind = 'rep'`, [hc.user?.id]);
    const response = await order(hc, kit);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe(
      "Your account doesn't have a sales rep associated. Please contact your admin for help.",
    );
  });

  test('F104 a card number with a wrong digit is refused at its field', async () => {
    const response = await order(await world.as('hc'), { ...kit, credit_card: card('4111111111111112') });
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['credit_card.card_number']]);
  });

  test('F104 a saved card of another user gets 404 and is not charged', async () => {
    const [card] = await world.sql<{ card_id: string }>(
      `select card_id from saved_cards join users on users.id = user_id where email = 'hc@vialkeep.test' limit 1`,
    );
    const rhc = await world.as('rhc');
    const banner = { ...kit, product_id: 12, product_quantity: 1, total_amount: 219, credit_card: null };
    const paid = { ...banner, auth_customer_payment_profile_validation: card?.card_id };
    await changesNothing(() => order(rhc, paid), 404);
    const hc = await world.as('hc');
    expect((await order(hc, paid)).statusCode).toBe(200);
  });
});

describe('Charging exactly once', () => {
  test('T32 the same order sent twenty times at once is charged once, and every answer names the same transaction', async () => {
    const hc = await world.as('hc2');
    const [before, sold] = [(await charges()) ?? 0, (await transactions()) ?? 0];
    const body = { ...kit, invoice_id: await nextNumber(hc) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.send(hc, checkOut, { body })));
    const bought = new Set(answers.map((answer) => answer.json().purchase?.transaction_id));
    expect(bought.size).toBe(1);
    expect([await charges(), await transactions()]).toEqual([before + 1, sold + 1]);
    expect((await world.send(hc, checkOut, { body })).json().purchase.transaction_id).toBe([...bought][0]);
  });

  test('a different order under a used invoice number is refused', async () => {
    const hc = await world.as('hc2');
    const body = { ...kit, invoice_id: await nextNumber(hc) };
    expect((await world.send(hc, checkOut, { body })).statusCode).toBe(200);
    const other = { ...body, product_quantity: 1, total_amount: 320 };
    await changesNothing(() => world.send(hc, checkOut, { body: other }), 409);
  });

  test('a declined card leaves the invoice number free, and the next card pays', async () => {
    const hc = await world.as('hc2');
    const body = { ...kit, invoice_id: await nextNumber(hc), credit_card: card('4000000000000002') };
    const declined = await world.send(hc, checkOut, { body });
    expect(declined.statusCode).toBe(402);
    expect(declined.json()).toMatchObject({ code: 'error', message: 'The payment was declined.' });
    expect(declined.json().error_message).not.toBe('');
    expect((await world.send(hc, checkOut, { body: { ...body, credit_card: card() } })).statusCode).toBe(200);
  });

  test('after a lost answer the charge is looked up and not repeated', async () => {
    const hc = await world.as('hc2');
    const sold = (await transactions()) ?? 0;
    const response = await order(hc, { ...kit, credit_card: card('4000000000000341') });
    expect(response.statusCode).toBe(200);
    expect(await transactions()).toBe(sold + 1);
  });

  test('a payment under review is answered with 409, and the order is charged once the review approves it', async () => {
    const hc = await world.as('hc2');
    const invoice_id = await nextNumber(hc);
    const body = { ...kit, invoice_id, credit_card: card('4000000000000259') };
    const held = await world.send(hc, checkOut, { body });
    expect([held.statusCode, held.json().reason]).toEqual([409, 'held_for_review']);
    await world.sql(`update sandbox_charges set state = 'approved', auth_code = 'ABC123' where state = 'held'`);
    const status = await world.call(hc, checkStatus, { body: { invoice_id } });
    expect(status).toMatchObject({ state: 'charged', purchase: { total: 615 } });
  });

  test('a gateway that is unavailable charges nothing, and the status is "not charged"', async () => {
    const hc = await world.as('hc2');
    const before = await transactions();
    const invoice_id = await nextNumber(hc);
    const response = await order(hc, { ...kit, invoice_id, credit_card: card('4000000000000119') });
    expect(response.statusCode).toBe(503);
    expect(await transactions()).toBe(before);
    expect(await world.call(hc, checkStatus, { body: { invoice_id } })).toMatchObject({
      state: 'not_charged',
    });
  });

  test('a buyer who asks for the status of another buyer’s order gets "not charged"', async () => {
    const hc = await world.as('hc2');
    const invoice_id = await nextNumber(hc);
    await world.send(hc, checkOut, { body: { ...kit, invoice_id } });
    const other = await world.as('rhc');
    expect(await world.call(other, checkStatus, { body: { invoice_id } })).toMatchObject({
      state: 'not_charged',
      purchase: null,
    });
  });
});

describe('A new patient at the checkout', () => {
  const person = { create_patient: true, first_name: 'Nora', last_name: 'Quist', phone_number: '+1 555 010' };

  test('F093 F094 F095 the fee is in the center’s history, and the patient is in its list and asked for three signatures', async () => {
    const hc = await world.as('hc');
    const email = 'nora.quist@people.test';
    const response = await order(hc, { ...fee, ...person, email, required_signature: true });
    expect(response.statusCode).toBe(200);
    const { transaction_id, patient: named } = response.json().purchase;
    const { id } = named;
    const ofCenter = { params: { id: hc.user.id } };
    expect((await world.call(hc, listCenterTransactions, ofCenter))[0]).toMatchObject({
      id: transaction_id,
      amount: 3920,
      product: [{ name: 'New Patient Processing Fee' }],
      patient: [{ id }],
    });
    expect((await world.call(hc, listPatientsOfCenter, ofCenter)).map((patient) => patient.id)).toContain(id);
    const [patient] = await world.sql(`select email, plan_id, domain_id from users where id = $1`, [id]);
    expect(patient).toMatchObject({ email, plan_id: 2 });
    const documents = await world.sql(`select status from documents where signer_id = $1`, [id]);
    expect(documents).toEqual([{ status: 'Pending' }, { status: 'Pending' }, { status: 'Pending' }]);
    const letters = await world.sql<{ kind: string }>(`select kind from letters where recipient = $1 order by kind`, [
      email,
    ]);
    expect(letters.map(({ kind }) => kind)).toEqual(['invitation', 'signature-request']);
  });

  test('F096 a new patient whose email has an account is refused before anything is charged', async () => {
    const hc = await world.as('hc');
    for (const email of ['Patient@vialkeep.test', 'patient@north.test']) {
      await changesNothing(() => order(hc, { ...fee, ...person, email }), 409);
    }
  });

  test('a new patient without a last name is refused at that field', async () => {
    const hc = await world.as('hc');
    const response = await order(hc, { ...fee, ...person, last_name: '', email: 'half@people.test' });
    expect(response.json()).toMatchObject({ reason: 'patient_incomplete', fields: { last_name: expect.anything() } });
  });
});

describe('F097 A referral center pays the referral fee', () => {
  test('a referral center buys at its center, with and without the harvest fee', async () => {
    const rhc = await world.as('rhc');
    const referral = { ...fee, product_id: 13 };
    const plain = await order(rhc, { ...referral, harvest_fee: 'no' });
    expect(plain.json()).toMatchObject({ purchase: { harvest_fee: 0, total: 3920 } });
    const harvested = await order(rhc, { ...referral, harvest_fee: 'yes', total_amount: 6420 });
    expect(harvested.json()).toMatchObject({ purchase: { harvest_fee: 2500, total: 6420 } });
    const untold = await order(rhc, { ...referral, total_amount: 6420 });
    expect(untold.json()).toMatchObject({ purchase: { harvest_fee: 2500 } });
    const [row] = await world.sql('select * from transactions where id = $1', [plain.json().purchase.transaction_id]);
    expect(row?.referral_center_id).toBe(rhc.user?.id);
    expect(row?.center_id).not.toBeNull();
  });
});

test('F101 a patient with tag 1 orders their own vials', async () => {
  const [row] = await world.sql<{ email: string }>(
    `select email from users where plan_id = 2 and 1 = any (tags) and is_active and email like '%@vialkeep.test'
     order by id limit 1`,
  );
  const patient = await world.as(row?.email ?? '');
  const vials = { ...kit, product_id: 2, product_quantity: 1, total_amount: 545 };
  const response = await order(patient, vials, checkOutOwnVials);
  expect(response.json()).toMatchObject({
    purchase: { product: 'Order Patient Vials', patient: { id: patient.user?.id } },
  });
});

test('F109 an order that staff place inside a center’s account names the staff member', async () => {
  const staff = await world.as('staff');
  const inside = await world.inside(staff, 'hc@vialkeep.test');
  const { transaction_id } = (await order(inside, kit)).json().purchase;
  const [row] = await world.sql('select staff_id, buyer_id from transactions where id = $1', [transaction_id]);
  expect(row).toEqual({ staff_id: staff.user.id, buyer_id: inside.user.id });
  const [shown] = await world.call(inside, listCenterTransactions, { params: { id: inside.user.id } });
  expect(shown).toMatchObject({ id: transaction_id, hc_staff_desc: [{ id: staff.user.id }] });
});

test('the third order of a center within an hour is refused with 429 when the limit is two', async () => {
  const strict = await newWorld({ CHECKOUTS_PER_HOUR: '2' });
  const hc = await strict.as('hc');
  const statuses: number[] = [];
  for (const invoice_id of [1_001, 1_002, 1_003]) {
    const body = { ...kit, invoice_id, credit_card: card('4000000000000002') };
    statuses.push((await strict.send(hc, checkOut, { body })).statusCode);
  }
  expect(statuses).toEqual([402, 402, 429]);
  await strict.close();
});

test('S-22 a center and its staff who order the same under one invoice number place two orders', async () => {
  const hc = await world.as('hc');
  const staff = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
  const body = { ...kit, invoice_id: await nextNumber(hc) };
  const [one, other] = await Promise.all([hc, staff].map((who) => world.send(who, checkOut, { body })));
  expect(one?.json().purchase.transaction_id).not.toBe(other?.json().purchase.transaction_id);
});

test('C-12 the next invoice number is one that no order of the buyer has used', async () => {
  const hc = await world.as('hc');
  const { transaction_id } = await world.call(hc, readNextInvoice);
  const used = await world.sql(`select 1 from checkouts where buyer_id = $1 and invoice_id >= $2`, [
    hc.user?.id,
    transaction_id,
  ]);
  expect(used).toEqual([]);
});
