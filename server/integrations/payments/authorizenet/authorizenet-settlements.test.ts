import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CardDetails } from '../../../ports/card-details.ts';
import { type Payments, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import type { SettlementsPage } from '../../../ports/settlements.ts';
import { failureOf } from '../../../testing/failure-of.ts';
import { type AuthorizenetStandIn, fakeAuthorizenet } from '../../../testing/fakes/payments/fake-authorizenet.ts';
import { readSettlements } from '../../../testing/fakes/payments/read-settlements.ts';
import { authorizenetPayments } from './authorizenet-payments.ts';
import { PAGE_SIZE } from './authorizenet-requests.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let now: Date;
let gateway: AuthorizenetStandIn;
let payments: Payments;
let impatient: Payments;
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  gateway = await fakeAuthorizenet(() => now);
  const account = { ...gateway.account, clock: () => now };
  payments = authorizenetPayments({ ...account, patienceMs: 60_000 });
  impatient = authorizenetPayments({ ...account, patienceMs: 300 });
});
afterEach(() => gateway.close());

async function charge(reference: string, number = '4111111111111111'): Promise<string> {
  const outcome = await payments.charge({
    reference,
    amountCents: 2_360,
    card: new CardDetails({
      number: new Redacted(number),
      code: new Redacted('987'),
      expires: '2031-08',
      holder: 'Ana Ruiz',
    }),
    invoiceNumber: '17',
    description: 'Kit',
    customer: { id: '1014', email: 'ana@clinic.test' },
    billTo: null,
  });
  return outcome.transactionId ?? '';
}

async function read(by = payments, days = 4): Promise<SettlementsPage[]> {
  return readSettlements(by, new Date(now.getTime() - days * DAY_MS), now);
}

const statesOf = (pages: readonly SettlementsPage[]) =>
  pages.flatMap(({ batch, transactions }) =>
    transactions.map(({ reference, kind, state, cents }) => [reference, kind, state, cents, batch === null]),
  );

test('a batch is read with its charges and refunds, and what has not settled without a batch', async () => {
  const first = await charge('att-1');
  gateway.books.settle();
  await payments.refund({ reference: 'ref-1', transactionId: first, amountCents: 1_001, last4: '1111' });
  await payments.void(await charge('att-2'));
  await charge('att-3');
  expect(statesOf(await read())).toEqual([
    ['att-3', 'charge', 'unsettled', 2_360, true],
    ['att-2', 'charge', 'voided', 2_360, true],
    ['ref-1', 'refund', 'unsettled', 1_001, true],
    ['att-1', 'charge', 'settled', 2_360, false],
  ]);
  gateway.books.settle();
  const batches = (await read()).filter(({ batch }) => batch !== null);
  expect(batches.map(({ transactions }) => transactions.length)).toEqual([1, 2]);
  expect(batches[0]?.batch?.settledAt).toEqual(now);
});

test('the test card 4000 0000 0000 0739 is charged back after its batch has closed', async () => {
  const id = await charge('att-1', '4000000000000739');
  expect(statesOf(await read())).toEqual([['att-1', 'charge', 'unsettled', 2_360, true]]);
  gateway.books.settle();
  expect(statesOf(await read())).toEqual([['att-1', 'charge', 'charged_back', 2_360, false]]);
  expect(await payments.settlementOf(id)).toEqual({ state: 'closed', status: 'chargeback' });
});

test('a list of more than a page is read to its end', async () => {
  const first = await charge('att-0');
  const sample = gateway.books.transactions.find(({ transId }) => transId === first);
  if (!sample) throw new Error('The charge is missing.');
  for (let n = 1; n <= PAGE_SIZE; n += 1) {
    gateway.books.transactions.push({ ...sample, transId: String(n), invoiceNumber: `att-${n}` });
  }
  gateway.books.settle();
  const pages = (await read()).filter(({ batch }) => batch !== null);
  expect(pages.map(({ transactions }) => transactions.length)).toEqual([PAGE_SIZE, 1]);
});

test('batches of more than a month are asked for month by month', async () => {
  await charge('att-1');
  gateway.books.settle();
  now = new Date(now.getTime() + 70 * DAY_MS);
  expect(statesOf(await read(payments, 71))).toEqual([['att-1', 'charge', 'settled', 2_360, false]]);
  expect(gateway.calls.filter((name) => name === 'getSettledBatchListRequest')).toHaveLength(3);
});

test('half a page is no list, and an answer that is cut in half is none either', async () => {
  await charge('att-1');
  await charge('att-2');
  const messages = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
  const half = {
    transId: '60000000001',
    submitTimeUTC: now.toISOString(),
    transactionStatus: 'voided',
    settleAmount: 1,
  };
  gateway.befall({ answer: { transactions: [half], totalNumInResultSet: 2, messages } });
  expect(await failureOf(read())).toBeInstanceOf(PaymentUnknown);
  gateway.befall('cut');
  expect(await failureOf(read())).toBeInstanceOf(PaymentUnknown);
  expect(statesOf(await read())).toHaveLength(2);
});

test('a gateway that answers after an hour, in another state or not at all is not waited for', async () => {
  await charge('att-1');
  gateway.befall({ slow: HOUR_MS });
  expect(await failureOf(read(impatient))).toBeInstanceOf(PaymentUnknown);
  const strange = { transId: '1', submitTimeUTC: now.toISOString(), transactionStatus: 'resting', settleAmount: 1 };
  const messages = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
  gateway.befall({ answer: { transactions: [strange], totalNumInResultSet: 1, messages } });
  expect(await failureOf(read())).toBeInstanceOf(PaymentUnknown);
  const busy = { messages: { resultCode: 'Error', message: [{ code: 'E00053', text: 'Busy.' }] } };
  gateway.befall({ answer: busy });
  expect(await failureOf(read())).toBeInstanceOf(PaymentUnavailable);
});
