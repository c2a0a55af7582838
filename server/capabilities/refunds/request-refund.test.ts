import { randomUUID } from 'node:crypto';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { listRefunds, readRefundOptions, requestRefund } from '@vialkeep/contract/refunds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kitOrder } from '../../testing/kit-order.ts';
import {
  askRefund,
  buyKit,
  buySettledKit,
  refundOf,
  refundTotals,
  settleCharge,
} from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyRefunds } from './verify-refunds.ts';

let world: World;
let hc: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  hc = await world.as('hc');
  admin = await world.as('admin');
});
afterAll(() => world.close());

const refusal = (id: number, changes: object = {}, caller = admin) =>
  world.refusalOf(caller, requestRefund, refundOf(id, changes));

describe('The way of a refund', () => {
  test('all of an unsettled charge is voided', async () => {
    const id = await buyKit(world, hc);
    expect(await askRefund(world, admin, id)).toMatchObject({
      state: 'done',
      way: 'void',
      amount: 320,
      words: 'The charge was cancelled before it reached the card.',
      may: [],
    });
    expect(await refundTotals(world, id)).toEqual({
      gateway: 0,
      voided: 32_000,
      done: 32_000,
      counted: 32_000,
      journal: 32_000,
      receipts: 1,
    });
  });

  test('a settled charge is refunded, as a whole or in parts', async () => {
    const id = await buySettledKit(world, hc);
    expect(await askRefund(world, admin, id, { amount: 23 })).toMatchObject({
      state: 'done',
      way: 'refund',
      words: 'Refunded $23.00 to Visa ending in 1111. Banks show it in 3 to 10 days.',
    });
    expect(await askRefund(world, admin, id, { amount: '96.99' })).toMatchObject({ state: 'done' });
    expect(await askRefund(world, admin, id)).toMatchObject({ state: 'done', amount: 200.01 });
    expect(await refundTotals(world, id)).toEqual({
      gateway: 32_000,
      voided: 0,
      done: 32_000,
      counted: 32_000,
      journal: 32_000,
      receipts: 3,
    });
    expect(await refusal(id)).toEqual({ status: 409, reason: 'more_than_left' });
  });

  test('a charge that settled more than 120 days ago is refused, and can be recorded as paid back outside', async () => {
    const id = await buySettledKit(world, hc);
    await settleCharge(world, id, '121 days');
    const response = await world.send(admin, requestRefund, refundOf(id));
    expect(response.json()).toMatchObject({
      reason: 'too_old',
      message: 'The card payment provider refunds for 120 days. Pay it back another way and record it here.',
    });
    expect(await world.call(admin, readRefundOptions, { params: { id } })).toMatchObject({
      charge: 'old',
      blocked: response.json().message,
    });
    expect(await askRefund(world, admin, id, { outside: true, amount: 20 })).toMatchObject({
      state: 'done',
      way: 'outside',
      words: '$20.00 was paid back another way.',
    });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 0, done: 2_000, counted: 2_000, receipts: 1 });
    expect(
      await world.sql(
        `select account, cents::int from journal_lines join journal_entries on id = entry_id
         where kind = 'refund' and transaction_id = $1 order by n`,
        [id],
      ),
    ).toEqual([
      { account: 4910, cents: 2_000 },
      { account: 1010, cents: -2_000 },
    ]);
  });
});

describe('Bad input of refunds', () => {
  test.each([
    ['0', { amount: 0 }, 'amount'],
    ['less than 0', { amount: -5 }, 'amount'],
    ['a third decimal', { amount: 1.005 }, 'amount'],
    ['a third decimal in a text', { amount: '1.005' }, 'amount'],
    ['a word', { amount: 'all' }, 'amount'],
    ['no reason', { reason: 'because' }, 'reason'],
    ['a short note', { note: 'Why' }, 'note'],
    ['a note of 1,001 characters', { note: 'x'.repeat(1_001) }, 'note'],
    ['a NUL in the note', { note: 'As agreed\u0000.' }, 'note'],
    ['a key that is no UUID', { key: 'once' }, 'key'],
  ])('%s is refused with 400 at the field', async (_what, changes, field) => {
    const response = await world.send(admin, requestRefund, refundOf(1001, changes));
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });

  test('more than is left is refused with the amount that is left', async () => {
    const id = await buySettledKit(world, hc);
    await askRefund(world, admin, id, { amount: 20 });
    const response = await world.send(admin, requestRefund, refundOf(id, { amount: 300.01 }));
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      reason: 'more_than_left',
      message: 'At most $300.00 can be refunded.',
      fields: { amount: 'At most $300.00 can be refunded.' },
    });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 2_000, counted: 2_000 });
  });

  test('a free order has nothing to refund, and a held one is no transaction yet', async () => {
    await world.sql(
      "insert into coupons (name, code, discount_cents, max_use_number) values ('All', 'ALLFREE', 32000, 0)",
    );
    const free = await buyKit(world, hc, { coupon_code: 'ALLFREE', total_amount: 0 });
    expect(await refusal(free)).toEqual({ status: 409, reason: 'nothing_charged' });
    // Another buyer, because an order under review keeps its number.
    const buyer = await world.as('hc2');
    const { transaction_id: invoice_id } = await world.call(buyer, readNextInvoice);
    const credit_card = { ...kitOrder.credit_card, card_number: '4000000000000259' };
    const held = await world.refusalOf(buyer, checkOut, { body: { ...kitOrder, credit_card, invoice_id } });
    expect(held.reason).toBe('held_for_review');
    expect(await refusal(invoice_id)).toEqual({ status: 404, reason: 'not_found' });
  });

  test('another site’s transaction is not found, a rep may not, and while acting the call is refused', async () => {
    const id = await buySettledKit(world, hc);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect(await refusal(id, {}, north)).toEqual({ status: 404, reason: 'not_found' });
    expect(await refusal(id, {}, await world.as('rep'))).toEqual({ status: 403, reason: 'not_permitted' });
    const acting = await world.actingAs(await world.as('super'), 'admin@vialkeep.test');
    expect(await refusal(id, {}, acting)).toEqual({ status: 409, reason: 'not_while_acting' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 0, done: 0, receipts: 0 });
  });

  test('formulas and scripts in a note stay text', async () => {
    const id = await buySettledKit(world, hc);
    const note = '=HYPERLINK("http://x")<script>alert(1)</script>';
    expect(await askRefund(world, admin, id, { amount: 1, note })).toMatchObject({ note });
  });
});

describe('A refund exactly once', () => {
  test('the same key is the same refund, also for 20 requests at once', async () => {
    const id = await buySettledKit(world, hc);
    const input = refundOf(id, { amount: 10 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => world.call(admin, requestRefund, input)));
    expect(new Set(responses.map((answer) => answer.id)).size).toBe(1);
    expect(await world.call(admin, requestRefund, input)).toMatchObject({ id: responses[0]?.id, state: 'done' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 1_000, done: 1_000, counted: 1_000, receipts: 1 });
  });

  test('a key that belongs to another refund is refused', async () => {
    const [one, other] = [await buySettledKit(world, hc), await buySettledKit(world, hc)];
    const key = randomUUID();
    await askRefund(world, admin, one, { key, amount: 10 });
    expect(await refusal(other, { key, amount: 10 })).toEqual({ status: 409, reason: 'key_reused' });
    expect(await refusal(one, { key, amount: 11 })).toEqual({ status: 409, reason: 'key_reused' });
    expect(await refundTotals(world, other)).toMatchObject({ gateway: 0, done: 0 });
  });

  // TM1
  test.each(['settled', 'unsettled'])(
    'one of 50 simultaneous refunds of a charge that is %s is made',
    async (state) => {
      const id = state === 'settled' ? await buySettledKit(world, hc) : await buyKit(world, hc);
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => world.send(admin, requestRefund, refundOf(id))),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      const refused = responses.filter(({ statusCode }) => statusCode !== 200);
      const reasons = new Set(refused.map((answer) => answer.json().reason));
      expect([...reasons].filter((one) => !['refund_under_way', 'more_than_left'].includes(one))).toEqual([]);
      const totals = await refundTotals(world, id);
      expect(totals.gateway + totals.voided).toBe(32_000);
      expect(totals).toMatchObject({ done: 32_000, counted: 32_000, journal: 32_000, receipts: 1 });
      process.stdout.write(`refunds of a charge at once, ${state}: 1 of ${responses.length} made\n`);
    },
  );

  test('at most two of 50 simultaneous refunds of half a settled charge are made', async () => {
    const id = await buySettledKit(world, hc);
    const halves = Array.from({ length: 50 }, () => world.send(admin, requestRefund, refundOf(id, { amount: 160 })));
    const made = (await Promise.all(halves)).filter(({ statusCode }) => statusCode === 200).length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(2);
    expect(await refundTotals(world, id)).toMatchObject({ gateway: made * 16_000, counted: made * 16_000 });
    process.stdout.write(`halves of a charge at once: ${made} of ${halves.length} made\n`);
  });

  test('one of 50 simultaneous parts that say what was left is made; a lost answer and a new key give nothing back twice', async () => {
    const id = await buySettledKit(world, hc);
    const ask = () => world.send(admin, requestRefund, refundOf(id, { amount: 100, left: 320 }));
    const responses = await Promise.all(Array.from({ length: 50 }, ask));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await ask()).json()).toMatchObject({ reason: 'refunded_meanwhile' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 10_000, counted: 10_000 });
    expect(await askRefund(world, admin, id, { amount: 100, left: 220 })).toMatchObject({ state: 'done' });
  });

  test('the database refuses refunds above the charge and a second open one', async () => {
    const id = await buySettledKit(world, hc);
    const insert = (cents: number, state = 'waiting') =>
      world.sql(
        `insert into refunds (domain_id, transaction_id, cents, reason, note, key, requested_by, state, reference)
         select domain_id, id, $2, 'other', 'By hand', gen_random_uuid(), buyer_id, $3, left(gen_random_uuid()::text, 20)
         from transactions where id = $1`,
        [id, cents, state],
      );
    await expect(insert(32_001)).rejects.toMatchObject({ constraint: 'refunds_stay_within_charge' });
    await insert(100);
    await expect(insert(100)).rejects.toMatchObject({ constraint: 'one_open_refund' });
    await world.sql("update refunds set state = 'cancelled', settled_at = now() where transaction_id = $1", [id]);
    await expect(
      world.sql("update refunds set state = 'waiting' where transaction_id = $1", [id]),
    ).rejects.toMatchObject({ constraint: 'settled_refunds_stay' });
    await expect(world.sql('update transactions set refunded_cents = 32001 where id = $1', [id])).rejects.toMatchObject(
      {
        constraint: 'refunds_within_charge',
      },
    );
  });
});

describe('What follows from a refund', () => {
  test('the use of a coupon returns with the last part only, and only where it is asked for', async () => {
    await world.sql(
      "insert into coupons (name, code, discount_cents, max_use_number) values ('Back', 'COMEBACK', 2000, 5)",
    );
    const used = () => world.sql("select used_number as n from coupons where code = 'COMEBACK'");
    const order = { coupon_code: 'COMEBACK', total_amount: 300 };
    const [one, other] = [await buySettledKit(world, hc, order), await buySettledKit(world, hc, order)];
    expect((await world.call(admin, readRefundOptions, { params: { id: one } })).coupon).toBe('COMEBACK');
    await askRefund(world, admin, one, { amount: 100, return_coupon: true });
    expect(await used()).toEqual([{ n: 2 }]);
    await askRefund(world, admin, one, { return_coupon: true });
    expect(await used()).toEqual([{ n: 1 }]);
    await askRefund(world, admin, other);
    expect(await used()).toEqual([{ n: 1 }]);
    expect((await world.call(admin, readRefundOptions, { params: { id: one } })).coupon).toBeNull();
  });

  test('the patient’s chain of custody, the receipt and the audit row tell of it', async () => {
    const [patient] = await world.sql<{ id: number }>("select id from users where email = 'patient@vialkeep.test'");
    const id = await buySettledKit(world, hc, { product_id: 1, total_amount: 3_920, patient_id: patient?.id });
    const refund = await askRefund(world, admin, id, { amount: 920 });
    expect(
      await world.sql(
        "select kind, facts from custody_events where patient_id = $1 and kind = 'order.refunded' order by position desc",
        [patient?.id],
      ),
    ).toEqual([{ kind: 'order.refunded', facts: { transaction: id, cents: 92_000, whole: false } }]);
    const [letter] = await world.letters();
    expect(letter).toMatchObject({ subject: `Refund #${refund.id} of $920.00, transaction #${id}` });
    expect(letter?.text_body).toContain('Refunded $920.00 to Visa ending in 1111. Banks show it in 3 to 10 days.');
    expect(
      await world.sql(
        `select facts -> 'journal' ? (select encode(digest, 'hex') from journal_entries where key = $1) as sealed
         from audit_log where action = 'refunds.settle' and subject_id = $2`,
        [`refund:${refund.id}`, String(refund.id)],
      ),
    ).toEqual([{ sealed: true }]);
    expect(await world.sql('select audit_first_break(1) as first')).toEqual([{ first: null }]);
  });

  test('the list has the refunds of the administrator’s sites, by state and by transaction', async () => {
    const id = await buySettledKit(world, hc);
    const refund = await askRefund(world, admin, id, { amount: 5 });
    const ofSale = await world.call(admin, listRefunds, { query: { transaction_id: String(id) } });
    expect(ofSale).toMatchObject({ count: 1, results: [{ id: refund.id, site: 'Vialkeep', state: 'done' }] });
    const failed = await world.call(admin, listRefunds, { query: { state: 'failed' } });
    expect(failed.results.every(({ state }) => state === 'failed')).toBe(true);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect(await world.call(north, listRefunds, {})).toEqual({ results: [], count: 0 });
  });
});

test('after all of these refunds the verification finds no fault', async () => {
  expect(await verifyRefunds(world.app.services.store.read('platform'))).toEqual([]);
});
