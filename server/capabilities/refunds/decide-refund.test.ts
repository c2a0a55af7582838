import { updateUser } from '@vialkeep/contract/profile.ts';
import {
  approveRefund,
  cancelRefund,
  listRefunds,
  readRefund,
  rejectRefund,
  requestRefund,
} from '@vialkeep/contract/refunds.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import {
  askRefund,
  buyKit,
  buySettledKit,
  refundOf,
  refundTotals,
  settleCharge,
} from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { settleRefundsJob } from './refunds.jobs.ts';
import { verifyRefunds } from './verify-refunds.ts';

/** Four kits, above the amount from which on a second administrator approves. */
const FOUR_KITS = { product_quantity: 4, total_amount: 1_205 };

let world: World;
let hc: Caller;
let admin: Caller;
let second: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  hc = await world.as('hc');
  admin = await world.as('admin');
  second = await world.as('super');
});
afterAll(() => world.close());

const about = ({ id }: { id: number }) => ({ params: { id } });
const untouched = { gateway: 0, voided: 0, done: 0, counted: 0, journal: 0, receipts: 0 };

describe('Four eyes', () => {
  // TM2
  test('a refund at the amount or above waits for another administrator, and its requester cannot approve it', async () => {
    const id = await buySettledKit(world, hc, FOUR_KITS);
    const asked = await askRefund(world, admin, id, { amount: 1_000 });
    expect(asked).toMatchObject({
      state: 'requested',
      way: null,
      words: 'Another administrator has to approve this.',
      may: ['reject', 'cancel'],
    });
    expect(await refundTotals(world, id)).toEqual(untouched);
    const response = await world.send(admin, approveRefund, about(asked));
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      reason: 'own_request',
      message: 'Another administrator has to approve this.',
    });
    expect((await world.call(second, readRefund, about(asked))).may).toEqual(['approve', 'reject', 'cancel']);
    expect(await world.call(second, approveRefund, about(asked))).toMatchObject({
      state: 'done',
      way: 'refund',
      approved_by: second.user?.username,
    });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 100_000, done: 100_000, receipts: 1 });
  });

  // TM2
  test('two parts below the amount need the same approval as the whole', async () => {
    const id = await buySettledKit(world, hc, FOUR_KITS);
    expect(await askRefund(world, admin, id, { amount: 600 })).toMatchObject({ state: 'done' });
    const half = await askRefund(world, admin, id, { amount: 600 });
    expect(half.state).toBe('requested');
    expect(await world.refusalOf(admin, approveRefund, about(half))).toEqual({ status: 409, reason: 'own_request' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 60_000, done: 60_000, receipts: 1 });
    await world.call(second, rejectRefund, { ...about(half), body: { note: 'Not agreed.' } });
    expect(await askRefund(world, admin, id, { amount: 399.99 })).toMatchObject({ state: 'done' });
  });

  test('an account that another administrator gave the role less than a day ago cannot approve', async () => {
    const asked = await askRefund(world, admin, await buySettledKit(world, hc, FOUR_KITS));
    const viewer = await world.as('viewer');
    await world.call(admin, updateUser, { params: { id: viewer.user.id }, body: { subscription: 7 } });
    const promoted = await world.as('viewer');
    expect(await world.refusalOf(promoted, approveRefund, about(asked))).toEqual({
      status: 409,
      reason: 'new_approver',
    });
    expect(await world.call(second, approveRefund, about(asked))).toMatchObject({ state: 'done' });
  });

  test('the amount is a setting of the site, and a refund that is only recorded needs it too', async () => {
    await world.sql(
      `insert into money_settings (domain_id, four_eyes_cents) values (1, 5000)
       on conflict (domain_id) do update set four_eyes_cents = 5000`,
    );
    const id = await buySettledKit(world, hc);
    expect(await askRefund(world, admin, id, { amount: 49.99 })).toMatchObject({ state: 'done' });
    const recorded = await askRefund(world, admin, id, { amount: 0.01, outside: true });
    expect(recorded).toMatchObject({ state: 'requested', way: 'outside' });
    expect(await world.call(second, approveRefund, about(recorded))).toMatchObject({ state: 'done', way: 'outside' });
    await world.sql('update money_settings set four_eyes_cents = 100000');
  });

  test('one of 20 simultaneous approvals approves, and the money goes back once', async () => {
    const id = await buySettledKit(world, hc, FOUR_KITS);
    const asked = await askRefund(world, admin, id);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => world.send(second, approveRefund, about(asked))),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = responses.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().reason);
    expect(new Set(refused)).toEqual(new Set(['not_waiting']));
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 120_500, done: 120_500, receipts: 1 });
  });

  test('the tile counts the requests of the list, on the sites of the administrator', async () => {
    const asked = await askRefund(world, admin, await buySettledKit(world, hc, FOUR_KITS));
    const { count } = await world.call(second, listRefunds, { query: { state: 'requested' } });
    expect(count).toBeGreaterThan(0);
    expect((await world.call(second, readWaiting)).refunds_to_approve).toBe(count);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await world.call(north, readWaiting)).refunds_to_approve).toBe(0);
    for (const route of [readRefund, approveRefund, cancelRefund]) {
      expect(await world.refusalOf(north, route, about(asked))).toEqual({ status: 404, reason: 'not_found' });
    }
    expect(await world.call(admin, cancelRefund, about(asked))).toMatchObject({ state: 'cancelled' });
  });
});

describe('Refunds that wait', () => {
  const sweep = async () => {
    await world.sql("update refunds set requested_at = requested_at - interval '1 minute' where settled_at is null");
    await settleRefundsJob.run({}, world.app.services, actorlessContext('test'));
  };

  test('a part of an unsettled charge waits, and is done by itself once the charge has settled', async () => {
    const id = await buyKit(world, hc);
    const waiting = await askRefund(world, admin, id, { amount: 23 });
    expect(waiting).toMatchObject({
      state: 'waiting',
      way: null,
      words: 'A part can be refunded once the charge has settled, usually overnight. It is done then by itself.',
      may: ['cancel'],
    });
    await sweep();
    expect(await refundTotals(world, id)).toEqual(untouched);
    expect(await world.refusalOf(admin, requestRefund, refundOf(id))).toEqual({
      status: 409,
      reason: 'refund_under_way',
    });
    await settleCharge(world, id);
    await Promise.all(Array.from({ length: 5 }, sweep));
    expect(await world.call(admin, readRefund, about(waiting))).toMatchObject({ state: 'done', way: 'refund' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 2_300, done: 2_300, counted: 2_300, receipts: 1 });
  });

  test('a waiting refund can be cancelled, and one that is over cannot be decided on again', async () => {
    const id = await buyKit(world, hc);
    const waiting = await askRefund(world, admin, id, { amount: 23 });
    expect(await world.call(second, cancelRefund, about(waiting))).toMatchObject({
      state: 'cancelled',
      words: 'Cancelled. Nothing was given back.',
    });
    await settleCharge(world, id);
    await sweep();
    expect(await refundTotals(world, id)).toEqual(untouched);
    const body = { note: 'Not agreed.' };
    for (const route of [approveRefund, rejectRefund, cancelRefund]) {
      expect(await world.refusalOf(second, route, { ...about(waiting), body })).toEqual({
        status: 409,
        reason: 'not_waiting',
      });
    }
  });

  test('a rejection tells its note and gives nothing back', async () => {
    const id = await buySettledKit(world, hc, FOUR_KITS);
    const asked = await askRefund(world, admin, id);
    expect((await world.send(second, rejectRefund, { ...about(asked), body: { note: 'No' } })).statusCode).toBe(400);
    const rejected = await world.call(second, rejectRefund, { ...about(asked), body: { note: 'They kept the kits.' } });
    expect(rejected).toMatchObject({ state: 'rejected', words: 'Rejected: They kept the kits.', may: [] });
    expect(await refundTotals(world, id)).toEqual(untouched);
  });
});

test('after all of these refunds the verification finds no fault', async () => {
  expect(await verifyRefunds(world.app.services.store.read('platform'))).toEqual([]);
});
