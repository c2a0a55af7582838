import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openStore } from '../../../kernel/db/db.ts';
import { CardDetails } from '../../../ports/card-details.ts';
import { type Payments, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import { failureOf } from '../../../testing/failure-of.ts';
import { inDatabase } from '../../../testing/test-settings.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { sandboxPayments } from './sandbox-payments.ts';

const LOSES_REFUND = '4000000000000705';
const REFUSES_REFUND = '4000000000000713';

let world: World;
let payments: Payments;
let last = 0;
beforeAll(async () => {
  world = await newWorld();
  const url = inDatabase(inject('runtimeUrl'), world.name);
  const { dataKey } = world.app.services;
  const store = openStore({ url, size: 4, pipelined: 1, onError: () => {}, dataKey });
  payments = sandboxPayments(store, { slowMs: 60_000, patienceMs: 50, settlesSeconds: 900 });
});
afterAll(async () => {
  await payments.close();
  await world.close();
});

async function charged(number = '4111111111111111'): Promise<{ transactionId: string; last4: string }> {
  last += 1;
  const card = new CardDetails({
    number: new Redacted(number),
    code: new Redacted('987'),
    expires: '2041-08',
    holder: 'Ana Ruiz',
  });
  const outcome = await payments.charge({
    reference: `refundable-${last}`,
    amountCents: 10_000,
    card,
    invoiceNumber: '1',
    description: 'Kit',
    customer: { id: '1', email: 'ana@clinic.test' },
    billTo: null,
  });
  if (outcome.state !== 'approved') throw new Error(`The charge is ${outcome.state}.`);
  return { transactionId: outcome.transactionId, last4: outcome.last4 };
}

const passed = (transactionId: string, time: string) =>
  world.sql(`update sandbox_charges set settled_at = settled_at - interval '${time}' where id = $1`, [transactionId]);
const refund = (charge: { transactionId: string; last4: string }, reference: string, amountCents: number) =>
  payments.refund({ ...charge, reference, amountCents });
const refundedCents = (transactionId: string) =>
  world.sql<{ cents: number }>(
    'select coalesce(sum(amount_cents), 0)::int as cents from sandbox_refunds where charge_id = $1',
    [transactionId],
  );

test('a charge that has not settled is voided and not refunded, and a settled one the other way round', async () => {
  const young = await charged();
  expect(await payments.settlementOf(young.transactionId)).toEqual({ state: 'unsettled' });
  expect(await refund(young, 'young', 100)).toMatchObject({ state: 'refused', reason: 'not_settled' });
  await payments.void(young.transactionId);
  expect(await payments.settlementOf(young.transactionId)).toEqual({ state: 'voided' });
  expect(await refund(young, 'voided', 100)).toMatchObject({ state: 'refused', reason: 'not_creditable' });

  const settled = await charged();
  await passed(settled.transactionId, '15 minutes');
  expect(await payments.settlementOf(settled.transactionId)).toMatchObject({ state: 'settled' });
  expect(await failureOf(payments.void(settled.transactionId))).toBeInstanceOf(PaymentUnavailable);
  expect(await refund(settled, 'settled', 100)).toMatchObject({ state: 'refunded' });
});

test('twenty refunds at once with one reference are one, and all refunds together stay within the charge', async () => {
  const charge = await charged();
  await passed(charge.transactionId, '1 day');
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refund(charge, 'same', 3_000)));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  const others = await Promise.all(Array.from({ length: 20 }, (_, n) => refund(charge, `other-${n}`, 3_500)));
  expect(others.filter(({ state }) => state === 'refunded')).toHaveLength(2);
  expect(others.find(({ state }) => state === 'refused')).toMatchObject({ reason: 'too_much' });
  expect(await refundedCents(charge.transactionId)).toEqual([{ cents: 10_000 }]);
});

test('a charge that settled more than 120 days ago is not refunded', async () => {
  const charge = await charged();
  await passed(charge.transactionId, '120 days 16 minutes');
  expect(await refund(charge, 'late', 100)).toMatchObject({ state: 'refused', reason: 'not_creditable' });
  expect(await payments.findRefund('late', new Date())).toBe('none');
});

test('the refund of a test card whose answer is lost is found, and that of a refusing one is refused', async () => {
  const lost = await charged(LOSES_REFUND);
  await passed(lost.transactionId, '1 day');
  expect(await failureOf(refund(lost, 'lost', 2_000))).toBeInstanceOf(PaymentUnknown);
  expect(await payments.findRefund('lost', new Date())).toMatchObject({ state: 'refunded' });
  const refused = await charged(REFUSES_REFUND);
  await passed(refused.transactionId, '1 day');
  expect(await refund(refused, 'refused', 2_000)).toMatchObject({ state: 'refused', reason: 'other' });
  expect(await refundedCents(refused.transactionId)).toEqual([{ cents: 0 }]);
  expect(await payments.settlementOf('5')).toBeNull();
});
