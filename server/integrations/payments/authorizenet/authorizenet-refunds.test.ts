import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CardDetails } from '../../../ports/card-details.ts';
import { type Payments, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import { failureOf } from '../../../testing/failure-of.ts';
import {
  type AuthorizenetStandIn,
  fakeAuthorizenet,
  type StandInFault,
} from '../../../testing/fakes/payments/fake-authorizenet.ts';
import { authorizenetPayments } from './authorizenet-payments.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let now: Date;
let gateway: AuthorizenetStandIn;
let payments: Payments;
/** Waits for an answer only briefly: for calls whose answer does not come. */
let impatient: Payments;
let transactionId: string;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  gateway = await fakeAuthorizenet(() => now);
  const account = { ...gateway.account, clock: () => now };
  payments = authorizenetPayments({ ...account, patienceMs: 60_000 });
  impatient = authorizenetPayments({ ...account, patienceMs: 300 });
  transactionId = await charge('4111111111111111');
});
afterEach(() => gateway.close());

async function charge(number: string): Promise<string> {
  const outcome = await payments.charge({
    reference: `att-${number.slice(-4)}`,
    amountCents: 10_000,
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

const refund = (reference: string, amountCents: number, by = payments) =>
  by.refund({ reference, transactionId, amountCents, last4: '1111' });
const refunds = () => gateway.books.transactions.filter(({ refTransId }) => refTransId !== undefined);

test('a charge is unsettled until its batch closes, and voided after a void', async () => {
  expect(await payments.settlementOf(transactionId)).toEqual({ state: 'unsettled' });
  gateway.books.settle();
  expect(await payments.settlementOf(transactionId)).toEqual({ state: 'settled', settledAt: now });
  expect(await failureOf(payments.void(transactionId))).toBeInstanceOf(PaymentUnavailable);
  expect(await payments.settlementOf('1')).toBeNull();
});

test('a refund names the charge, the last digits and our reference', async () => {
  gateway.books.settle();
  expect(await refund('ref-1', 2_307)).toEqual({ state: 'refunded', refundId: refunds()[0]?.transId });
  expect(refunds()).toMatchObject([{ amount: '23.07', invoiceNumber: 'ref-1', refTransId: transactionId }]);
});

test('reasons 50, 54 and 55 say why a charge is not refunded', async () => {
  expect(await refund('early', 100)).toMatchObject({ state: 'refused', reason: 'not_settled' });
  gateway.books.settle();
  expect(await refund('first', 9_000)).toMatchObject({ state: 'refunded' });
  expect(await refund('second', 1_001)).toMatchObject({ state: 'refused', reason: 'too_much' });
  now = new Date(now.getTime() + 121 * DAY_MS);
  expect(await refund('late', 100)).toMatchObject({ state: 'refused', reason: 'not_creditable' });
  expect(refunds()).toHaveLength(1);
});

test('the cards of the sandbox that lose and refuse refunds do so here, too', async () => {
  const losing = await charge('4000000000000705');
  const refusing = await charge('4000000000000713');
  gateway.books.settle();
  const request = { reference: 'lost-1', transactionId: losing, amountCents: 100, last4: '0705' };
  expect(await failureOf(payments.refund(request))).toBeInstanceOf(PaymentUnknown);
  expect(refunds()).toMatchObject([{ amount: '1.00', invoiceNumber: 'lost-1', refTransId: losing }]);
  const refused = { reference: 'no-1', transactionId: refusing, amountCents: 100, last4: '0713' };
  expect(await payments.refund(refused)).toMatchObject({ state: 'refused', reason: 'not_creditable' });
  expect(refunds()).toHaveLength(1);
});

test('another reason is refused with its code', async () => {
  gateway.books.settle();
  const errors = [{ errorCode: '39', errorText: '' }];
  const messages = { resultCode: 'Error', message: [{ code: 'E00027', text: '' }] };
  gateway.befall({ answer: { transactionResponse: { responseCode: '3', transId: '0', errors }, messages } });
  expect(await refund('ref-1', 100)).toMatchObject({ state: 'refused', reason: 'other' });
  gateway.befall({ answer: { messages: { resultCode: 'Error', message: [{ code: 'E00013', text: '' }] } } });
  expect(await refund('ref-2', 100)).toMatchObject({ state: 'refused', reason: 'other' });
});

test.each([
  { messages: { resultCode: 'Error', message: [{ code: 'E00000', text: '' }] } },
  {
    messages: { resultCode: 'Error', message: [{ code: 'E00027', text: '' }] },
    transactionResponse: { responseCode: '1', transId: '5' },
  },
])('a refund whose answer %j says neither yes nor no is unknown', async (answer) => {
  gateway.books.settle();
  gateway.befall({ answer });
  expect(await failureOf(refund('ref-1', 100))).toBeInstanceOf(PaymentUnknown);
});

test('the last digits that were erased here are those of the gateway', async () => {
  gateway.books.settle();
  const erased = { reference: 'ref-1', transactionId, amountCents: 100, last4: '' };
  expect(await payments.refund(erased)).toMatchObject({ state: 'refunded' });
  expect(refunds()).toMatchObject([{ amount: '1.00', invoiceNumber: 'ref-1' }]);
});

test('a charge that the bank of the card has taken back is closed', async () => {
  const messages = { resultCode: 'Ok', message: [{ code: 'I00001', text: '' }] };
  gateway.befall({ answer: { messages, transaction: { transId: transactionId, transactionStatus: 'chargeback' } } });
  expect(await payments.settlementOf(transactionId)).toEqual({ state: 'closed', status: 'chargeback' });
});

test.each([['lost'], ['cut'], ['garbage'], [{ slow: 600 }]] satisfies [StandInFault][])(
  'a refund with an answer that is %j is unknown, and a later search finds it once, settled or not',
  async (fault) => {
    gateway.books.settle();
    gateway.befall(fault);
    expect(await failureOf(refund('ref-1', 100, impatient))).toBeInstanceOf(PaymentUnknown);
    await expect.poll(refunds).toHaveLength(1);
    expect(await payments.findRefund('ref-1', now)).toMatchObject({ state: 'refunded' });
    gateway.books.settle();
    expect(await payments.findRefund('ref-1', now)).toMatchObject({ state: 'refunded' });
    expect(refunds()).toHaveLength(1);
  },
);

test.each([['silent'], ['reset']] satisfies [StandInFault][])(
  'a refund that is %s counts as not made only after some minutes',
  async (fault) => {
    gateway.books.settle();
    gateway.befall(fault);
    const begun = now;
    expect(await failureOf(refund('ref-1', 100, impatient))).toBeInstanceOf(PaymentUnknown);
    expect(await payments.findRefund('ref-1', begun)).toBe('not-yet');
    now = new Date(begun.getTime() + 6 * MINUTE_MS);
    expect(await payments.findRefund('ref-1', begun)).toBe('none');
  },
);
