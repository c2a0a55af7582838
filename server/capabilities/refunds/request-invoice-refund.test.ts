import { randomUUID } from 'node:crypto';
import {
  approveRefund,
  listRefunds,
  readInvoiceRefundOptions,
  requestInvoiceRefund,
} from '@vialkeep/contract/refunds.ts';
import { payStorageInvoice, readOwnStorage } from '@vialkeep/contract/storage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardTokenOf } from '../../testing/fakes/payments/sandbox-token.ts';
import {
  addOffer,
  addPlan,
  dayFromNow,
  runBilling,
  runMonth,
  switchStorage,
} from '../../testing/storage/storage-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyStorage } from '../storage-billing/index.ts';
import { verifyRefunds } from './verify-refunds.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  await switchStorage(world, true);
  admin = await world.as('admin');
});
afterAll(() => world.close());

const input = (id: number, changes: object = {}) => ({
  params: { id },
  body: { key: randomUUID(), reason: 'patient_withdrew', note: 'As agreed by phone.', ...changes },
});
const refund = (id: number, changes: object = {}, who = admin) =>
  world.send(who, requestInvoiceRefund, input(id, changes));
const options = (id: number, who = admin) => world.call(who, readInvoiceRefundOptions, { params: { id } });
const books = async (id: number) =>
  (
    await world.sql(
      `select state, refunded_cents, unearned_cents, recognised_cents from storage_invoices where id = $1`,
      [id],
    )
  )[0];
const linesOf = (refundId: number) =>
  world.sql(
    `select account, cents::int from journal_lines join journal_entries on id = entry_id where key = $1 order by n`,
    [`refund:${refundId}`],
  );
const faults = async () => {
  const db = world.app.services.store.read('platform');
  const ofJournal = (await verifyJournal(db)).filter(({ about }) => !about.includes('sale:'));
  return [...(await verifyRefunds(db)), ...(await verifyStorage(db)), ...ofJournal];
};

/** An invoice of a year that began 100 days ago, paid and settled. */
async function paidInvoice(email: string, cents = 18_000): Promise<number> {
  const patient = await world.as(email);
  const offerId = await addOffer(world, { cents });
  await addPlan(world, { patientId: patient.user.id, offerId, startsOn: dayFromNow(-100), automatic: false });
  await runBilling(world, dayFromNow(-100));
  const id = (await world.call(patient, readOwnStorage)).invoices[0]?.id ?? 0;
  const body = { invoice_id: id, card_token: await cardTokenOf(world), full_name: 'Ana Whitfield' };
  await world.call(patient, payStorageInvoice, { body });
  await world.sql("update sandbox_charges set settled_at = now() - interval '1 day' where state = 'approved'");
  return id;
}

describe('A refund of a storage invoice', () => {
  test('what is not earned yet is taken from what is deferred, and the rest from revenue', async () => {
    const id = await paidInvoice('patient2');
    await runMonth(world);
    const { recognised_cents: earned } = (await books(id)) as { recognised_cents: number };
    expect(earned).toBeGreaterThan(3_000);
    const deferred = 18_000 - earned;
    const part = (await refund(id, { amount: 100 })).json();
    expect(part).toMatchObject({ state: 'done', way: 'refund', amount: 100, transaction_id: null, invoice: { id } });
    expect(await linesOf(part.id)).toEqual([
      { account: 2100, cents: 10_000 },
      { account: 1000, cents: -10_000 },
    ]);
    const rest = (await refund(id)).json();
    expect(rest).toMatchObject({ state: 'done', amount: 80 });
    expect(await linesOf(rest.id)).toEqual([
      { account: 2100, cents: deferred - 10_000 },
      { account: 4910, cents: earned },
      { account: 1000, cents: -8_000 },
    ]);
    expect(await books(id)).toEqual({
      state: 'refunded',
      refunded_cents: 18_000,
      unearned_cents: deferred,
      recognised_cents: earned,
    });
    expect((await refund(id, { amount: 1 })).json().reason).toBe('more_than_left');
    const payment = { invoice_id: id, card_token: await cardTokenOf(world), full_name: 'Ana Whitfield' };
    expect(await world.refusalOf(await world.as('patient2'), payStorageInvoice, { body: payment })).toEqual({
      status: 409,
      reason: 'invoice_closed',
    });
    expect(await faults()).toEqual([]);
  });

  test('a plan whose invoice is given back as a whole is paid through the day before it, and one by parts is not', async () => {
    const id = await paidInvoice('patient11');
    const paidThrough = async () =>
      (
        await world.sql<{ day: string | null; to_day: string }>(
          `select plan.paid_through::text as day, invoice.to_day::text from storage_enrolments plan
             join storage_invoices invoice on invoice.enrolment_id = plan.id where invoice.id = $1`,
          [id],
        )
      )[0];
    const before = await paidThrough();
    expect(before?.day).toBe(before?.to_day);
    await refund(id, { amount: 100 });
    expect((await paidThrough())?.day).toBe(before?.day);
    await refund(id);
    expect((await paidThrough())?.day).toBeNull();
    expect(await faults()).toEqual([]);
  });

  test('refunds of an invoice beside its billing lock in one order', async () => {
    const ids = [await paidInvoice('patient8'), await paidInvoice('patient9'), await paidInvoice('patient10')];
    const answers = await Promise.all([
      ...ids.map((id) => refund(id)),
      ...Array.from({ length: 4 }, () => runBilling(world, dayFromNow(0)).then(() => ({ statusCode: 200 }))),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await faults()).toEqual([]);
  });

  test('a part that is given back is earned no more, and the year ends at what is left', async () => {
    const id = await paidInvoice('patient3');
    await refund(id, { amount: 150 });
    const [end] = await world.sql(
      `select storage_earned(cents, unearned_cents, from_day, to_day, to_day) as earned from storage_invoices where id = $1`,
      [id],
    );
    expect(end).toEqual({ earned: 3_000 });
    expect(await books(id)).toMatchObject({ state: 'paid', refunded_cents: 15_000, unearned_cents: 15_000 });
    expect(await faults()).toEqual([]);
  });

  test('all of a charge that has not settled is voided', async () => {
    const id = await paidInvoice('patient4');
    await world.sql("update sandbox_charges set settled_at = now() where state = 'approved'");
    expect(await options(id)).toMatchObject({ left: 180, charge: 'unsettled', blocked: null, may: ['refund'] });
    expect((await refund(id)).json()).toMatchObject({ state: 'done', way: 'void' });
    expect(await options(id)).toMatchObject({ refunded: 180, left: 0, charge: null, may: [] });
    expect(await faults()).toEqual([]);
  });

  test('what a refund would do is read beforehand: its way, its limit and the days that it takes', async () => {
    const id = await paidInvoice('patient13');
    await refund(id, { amount: 30 });
    const [days] = await world.sql(
      'select from_day::text as from, to_day::text as to from storage_invoices where id = $1',
      [id],
    );
    expect(await options(id)).toMatchObject({
      charged: 180,
      refunded: 30,
      left: 150,
      charge: 'settled',
      card: { card_number: '1111' },
      paid_days: days,
      coupon: null,
      commission: [],
      open_order: null,
      refunds: [{ amount: 30, state: 'done' }],
      may: ['refund'],
    });
  });

  test('fifty refunds at once are one, and the receipt goes to the patient once', async () => {
    const id = await paidInvoice('patient5');
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const [receipts] = await world.sql(
      "select count(*)::int as n from letters where kind = 'refund_receipt' and recipient = 'patient5@vialkeep.test'",
    );
    expect(receipts).toEqual({ n: 1 });
    expect(await faults()).toEqual([]);
  });

  test('a refund of an invoice above the amount of the site is approved by another administrator', async () => {
    const id = await paidInvoice('patient6', 150_000);
    const asked = (await refund(id)).json();
    expect(asked.state).toBe('requested');
    expect(await world.refusalOf(admin, approveRefund, { params: { id: asked.id } })).toMatchObject({
      reason: 'own_request',
    });
    const approved = await world.call(await world.as('super'), approveRefund, { params: { id: asked.id } });
    expect(approved.state).toBe('done');
    const { results } = await world.call(admin, listRefunds);
    expect(results[0]).toMatchObject({ id: asked.id, invoice: { number: expect.stringMatching(/^S-\d{6}$/) } });
  });

  test('a note on a refund of an invoice that names the patient is overwritten when the patient is erased', async () => {
    const email = 'patient12@vialkeep.test';
    const id = await paidInvoice(email);
    const notes = [`${email} phoned about it.`, 'As agreed by phone.'];
    for (const note of notes) expect((await refund(id, { amount: 1, note })).statusCode).toBe(200);
    const kept = () => world.sql('select note from refunds where invoice_id = $1 order by id', [id]);
    expect(await kept()).toEqual(notes.map((note) => ({ note })));
    await world.sql('update users set is_active = false, removed_at = now(), erased_at = now() where email = $1', [
      email,
    ]);
    expect(await kept()).toEqual([{ note: 'Erased.' }, { note: notes[1] }]);
  });

  test('an invoice that is open, of another site, or missing is refused', async () => {
    const patientId = await world.idOf('patient7@vialkeep.test');
    await addPlan(world, { patientId, offerId: await addOffer(world), startsOn: dayFromNow(3), automatic: false });
    await runBilling(world, dayFromNow(0));
    const [open] = await world.sql<{ id: number }>(
      "select id from storage_invoices where state = 'open' and domain_id = 1",
    );
    expect((await refund(open?.id ?? 0)).json().reason).toBe('nothing_charged');
    expect(await options(open?.id ?? 0)).toMatchObject({ charge: null, may: [] });
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await refund(open?.id ?? 0, {}, north)).statusCode).toBe(404);
    expect((await refund(999_999)).statusCode).toBe(404);
    for (const [who, params] of [
      [north, { id: open?.id ?? 0 }],
      [admin, { id: 999_999 }],
    ] as const) {
      expect((await world.send(who, readInvoiceRefundOptions, { params })).statusCode).toBe(404);
    }
    expect((await refund(open?.id ?? 0, { amount: 0 })).statusCode).toBe(400);
  });
});

test.each([
  [
    'a changed sum',
    "update storage_invoices set refunded_cents = refunded_cents + 1 where state = 'paid' and refunded_cents > 0",
    /add up to/,
  ],
  [
    'a changed unearned part',
    'update refunds set unearned_cents = unearned_cents - 1 where unearned_cents > 0',
    /differs from its journal entry/,
  ],
])('%s of a refunded invoice is found and named', async (_name, statement, fault) => {
  await world.sql('begin');
  await world.sql('set local session_replication_role = replica');
  await world.sql(statement);
  await world.sql('commit');
  expect((await faults()).map((one) => one.fault).join('\n')).toMatch(fault);
});
