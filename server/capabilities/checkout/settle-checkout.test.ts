import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeOutcome } from '../../ports/payments.ts';
import { kitOrder } from '../../testing/kit-order.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import type { Settlement } from '../charging/index.ts';
import { type Checkout, findCheckout } from './checkout.queries.ts';
import { settleCheckout } from './settle-checkout.ts';

let world: World;
let hc: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  hc = await world.as('hc');
});
afterAll(() => world.close());

/** The sandbox holds a charge of this card for review. */
const kit = { ...kitOrder, credit_card: { ...kitOrder.credit_card, card_number: '4000000000000259' } };

/** A checkout whose charge the gateway holds. */
async function heldCheckout(order: object = {}): Promise<Checkout> {
  const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
  expect((await world.refusalOf(hc, checkOut, { body: { ...kit, ...order, invoice_id } })).reason).toBe(
    'held_for_review',
  );
  const [row] = await world.sql<{ id: number }>('select max(id) as id from checkouts');
  const checkout = await findCheckout(world.app.services.store.read('platform'), row?.id ?? 0);
  if (!checkout) throw new Error('The checkout was not recorded.');
  return checkout;
}

const approved = (transactionId: string): ChargeOutcome => ({
  state: 'approved',
  transactionId,
  brand: 'Visa',
  last4: '0259',
  authCode: 'ABC123',
});
const settle = (checkout: Checkout, settlement: Settlement) =>
  settleCheckout(world.app.services, checkout, settlement, 'test');

/** What a settlement writes, counted. */
async function counts(checkout: Checkout) {
  const [row] = await world.sql(
    `select (select count(*)::int from transactions) as transactions,
       (select sum(amount_cents)::int from transactions) as cents,
       (select count(*)::int from letters where kind = 'receipt') as receipts,
       (select count(*)::int from users) as users,
       (select count(*)::int from audit_log where action = 'checkout.settle_again' and subject_id = $1) as again`,
    [String(checkout.id)],
  );
  return { transactions: 0, cents: 0, receipts: 0, users: 0, again: 0, ...row };
}

describe('Settlement of a checkout', () => {
  test('T32 eight settlements at once record one purchase, one receipt and seven repetitions', async () => {
    const checkout = await heldCheckout();
    const before = await counts(checkout);
    const settled = await Promise.all(Array.from({ length: 8 }, () => settle(checkout, approved('eight-at-once'))));
    expect(new Set(settled.map(({ state, transaction_id }) => `${state} ${transaction_id}`)).size).toBe(1);
    expect(settled[0]).toMatchObject({ state: 'charged', gateway: 'sandbox' });
    expect(await counts(checkout)).toEqual({
      ...before,
      transactions: before.transactions + 1,
      cents: before.cents + 32_000,
      receipts: before.receipts + 1,
      again: 7,
    });
  });

  test('T32 settlements at once of an order for a new patient create one account', async () => {
    const person = { create_patient: true, first_name: 'Nora', last_name: 'Quist', phone_number: '+1 555 010' };
    const order = { product_id: 1, total_amount: 3920, ...person, email: 'nora.once@people.test' };
    const checkout = await heldCheckout(order);
    const before = await counts(checkout);
    const settled = await Promise.all(Array.from({ length: 4 }, () => settle(checkout, approved('new-patient'))));
    expect(new Set(settled.map(({ transaction_id }) => transaction_id)).size).toBe(1);
    expect(await counts(checkout)).toMatchObject({
      transactions: before.transactions + 1,
      users: before.users + 1,
      again: 3,
    });
  });

  test('T39 one of a refusal and an approval at once settles the order, and a charge without an order is voided', async () => {
    const checkout = await heldCheckout();
    const before = await counts(checkout);
    await Promise.all([settle(checkout, 'none'), settle(checkout, approved('late'))]);
    const [row] = await world.sql<{ state: string; jobs: number }>(
      `select state, (select count(*)::int from graphile_worker.jobs where key = 'void-late') as jobs
       from checkouts where id = $1`,
      [checkout.id],
    );
    const isCharged = row?.state === 'charged';
    expect(row).toEqual({ state: isCharged ? 'charged' : 'given_up', jobs: isCharged ? 0 : 1 });
    expect(await counts(checkout)).toMatchObject({ transactions: before.transactions + (isCharged ? 1 : 0), again: 1 });
  });

  test('U-17 of eight orders at once for the last use of a coupon, one is recorded and seven leave nothing', async () => {
    await world.sql(
      "insert into coupons (name, code, discount_cents, max_use_number) values ('Last', 'LASTUSE', 2000, 1)",
    );
    // A buyer without orders in this test: the numbers before the next one are free.
    const buyer = await world.as('hc2');
    const { transaction_id: last } = await world.call(buyer, readNextInvoice);
    const approvedCard = { ...kit.credit_card, card_number: '4111111111111111' };
    const [before] = await world.sql('select count(*)::int as n from checkouts');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        world.send(buyer, checkOut, {
          body: {
            ...kit,
            credit_card: approvedCard,
            coupon_code: 'lastuse',
            total_amount: 300,
            invoice_id: last - index,
          },
        }),
      ),
    );
    const reasons = answers.map((answer) => answer.json().reason ?? 'bought');
    expect(reasons.filter((reason) => reason === 'bought')).toHaveLength(1);
    expect(new Set(reasons)).toEqual(new Set(['bought', 'coupon_not_valid']));
    const fields = answers.find((answer) => answer.statusCode !== 200)?.json().fields;
    expect(Object.keys(fields)).toEqual(['coupon_code']);
    const [after] = await world.sql('select count(*)::int as n from checkouts');
    expect(after?.n).toBe(before?.n + 1);
    const uses = await world.sql(
      `select count(*)::int as n, max(used_number) as used from coupon_uses join coupons on coupons.id = coupon_id
       where code = 'LASTUSE'`,
    );
    expect(uses).toEqual([{ n: 1, used: 1 }]);
    expect(await world.sql('select audit_first_break(1) as first')).toEqual([{ first: null }]);
  });
});
