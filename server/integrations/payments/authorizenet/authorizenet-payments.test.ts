import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CardDetails } from '../../../ports/card-details.ts';
import {
  CardRefused,
  type Charge,
  PaymentMisconfigured,
  type Payments,
  PaymentUnavailable,
  PaymentUnknown,
} from '../../../ports/payments.ts';
import { failureOf } from '../../../testing/failure-of.ts';
import {
  type AuthorizenetStandIn,
  fakeAuthorizenet,
  type StandInFault,
} from '../../../testing/fakes/payments/fake-authorizenet.ts';
import { authorizenetPayments } from './authorizenet-payments.ts';

const NUMBER = '4111111111111111';
const MINUTE = 60_000;
const ANA = { reference: 'vk-0001', email: 'ana@clinic.test' };
const BILL_TO = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  company: '',
  address: '1 Main St',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
};

let now: Date;
let gateway: AuthorizenetStandIn;
let payments: Payments;
/** Waits for an answer only briefly: for calls whose answer does not come. */
let impatient: Payments;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  gateway = await fakeAuthorizenet(() => now);
  payments = opened();
  impatient = opened({ patienceMs: 300 });
});
afterEach(() => gateway.close());

function opened(changed: object = {}): Payments {
  return authorizenetPayments({ ...gateway.account, patienceMs: 60_000, clock: () => now, ...changed });
}

function card(number = NUMBER, expires = '2031-08'): CardDetails {
  return new CardDetails({ number: new Redacted(number), code: new Redacted('987'), expires, holder: 'Ana Ruiz' });
}

function charge(about: Partial<Charge> = {}): Charge {
  return {
    reference: 'att-1',
    amountCents: 125_000,
    card: card(),
    invoiceNumber: 'VK-17',
    description: 'Harvest Center Processing Fee',
    customer: { id: '1014', email: 'ana@clinic.test' },
    billTo: BILL_TO,
    ...about,
  };
}

describe('F090 Saved cards at Authorize.Net', () => {
  test('the first card creates the customer, and the second is added to the same customer', async () => {
    const first = await payments.createCustomer(ANA, card());
    const second = await payments.addCard(first.customerId, card('5424000000000015'));
    expect(second.customerId).toBe(first.customerId);
    expect(await payments.listCards(first.customerId)).toEqual([
      { cardId: first.cardId, brand: 'Visa', last4: '1111', holder: 'Ana Ruiz', expires: '2031-08' },
      { cardId: second.cardId, brand: 'MasterCard', last4: '0015', holder: 'Ana Ruiz', expires: '2031-08' },
    ]);
  });

  test('after a lost answer a retry finds the same customer and the same card', async () => {
    gateway.befall('lost');
    expect(await failureOf(payments.createCustomer(ANA, card()))).toBeInstanceOf(PaymentUnknown);
    const kept = await payments.createCustomer(ANA, card());
    expect(gateway.books.customers.size).toBe(1);
    expect(gateway.books.cards.map(({ id }) => id)).toEqual([kept.cardId]);
  });

  test('a card that is saved twice is stored once, with the newer details', async () => {
    const first = await payments.createCustomer(ANA, card());
    expect(await payments.addCard(first.customerId, card(NUMBER, '2033-01'))).toEqual(first);
    expect(gateway.books.cards).toMatchObject([{ expires: '2033-01' }]);
  });

  test.each([
    [
      'in a field of its own',
      { customerPaymentProfileId: '77' },
      'A duplicate customer payment profile already exists.',
    ],
    ['only in the text', {}, 'A duplicate record with ID 77 already exists.'],
  ])('a duplicate whose id stands %s is recognised', async (_where, fields, text) => {
    const messages = { resultCode: 'Error', message: [{ code: 'E00039', text }] };
    gateway.befall({ answer: { ...fields, messages } }, { answer: ok() });
    expect(await payments.addCard('9001', card())).toEqual({ customerId: '9001', cardId: '77' });
  });

  test('a card that the gateway refuses returns a message and the field that it is about', async () => {
    const { customerId } = await payments.createCustomer(ANA, card());
    const error = await failureOf(payments.addCard(customerId, card('30569309025904')));
    expect(error).toBeInstanceOf(CardRefused);
    expect(error).toMatchObject({ message: 'This type of card is not accepted.', about: 'number' });
  });

  test('deleting cards succeeds, also when they are already gone', async () => {
    const kept = await payments.createCustomer(ANA, card());
    await payments.deleteCard(kept);
    await payments.deleteCard(kept);
    expect(await payments.listCards(kept.customerId)).toEqual([]);
    expect(await payments.listCards('404')).toEqual([]);
  });
});

describe('F106 Charges at Authorize.Net', () => {
  test('a new card is charged with the exact amount and our reference', async () => {
    expect(await payments.charge(charge({ amountCents: 125_007 }))).toEqual({
      state: 'approved',
      transactionId: '60000000001',
      authCode: 'ABC123',
      brand: 'Visa',
      last4: '1111',
    });
    expect(gateway.books.transactions).toMatchObject([{ amount: '1250.07', refId: 'att-1', invoiceNumber: 'att-1' }]);
  });

  test('a saved card is charged without a billing address', async () => {
    const kept = await payments.createCustomer(ANA, card());
    expect(await payments.charge(charge({ card: kept }))).toMatchObject({ state: 'approved', last4: '1111' });
    expect(await payments.charge(charge({ card: { customerId: '1', cardId: '2' }, reference: 'x' }))).toEqual({
      state: 'declined',
      transactionId: null,
      message: 'This card is no longer known to the payment provider.',
    });
  });

  test('the test card that is declined later is approved when it is typed, and declined when it is saved', async () => {
    const typed = card('4000000000000721');
    expect(await payments.charge(charge({ card: typed }))).toMatchObject({ state: 'approved' });
    const kept = await payments.createCustomer(ANA, typed);
    expect(await payments.charge(charge({ card: kept, reference: 'att-2' }))).toMatchObject({ state: 'declined' });
  });

  test('a decline that comes with resultCode Ok is declined, and a review is held', async () => {
    expect(await payments.charge(charge({ card: card('4000000000000002') }))).toMatchObject({
      state: 'declined',
      message: 'This transaction has been declined.',
    });
    expect(await payments.charge(charge({ card: card('4000000000000259'), reference: 'att-2' }))).toMatchObject({
      state: 'held',
    });
  });

  test.each([
    ['8', 'This card has expired.'],
    ['37', 'The card number is not right.'],
    ['65', 'The security code or the address does not match this card.'],
    ['57', 'The bank could not process this. Please try again shortly.'],
    ['999', 'This transaction was not accepted.'],
  ])('reason %s is shown as “%s”', async (errorCode, message) => {
    gateway.befall({
      answer: { transactionResponse: { responseCode: '3', transId: '0', errors: [{ errorCode }] }, ...unsuccessful() },
    });
    expect(await payments.charge(charge())).toEqual({ state: 'declined', transactionId: null, message });
  });

  test('the answer that a charge is a duplicate leaves the outcome unknown', async () => {
    await payments.charge(charge());
    expect(await failureOf(payments.charge(charge()))).toBeInstanceOf(PaymentUnknown);
    expect(gateway.books.transactions).toHaveLength(1);
  });

  test.each([['lost'], ['cut'], ['garbage'], [{ slow: 600 }]] satisfies [StandInFault][])(
    'a charge with an answer that is %j has an unknown outcome, and a later search finds it once',
    async (fault) => {
      gateway.befall(fault);
      const begun = now;
      expect(await failureOf(impatient.charge(charge()))).toBeInstanceOf(PaymentUnknown);
      expect(await payments.findCharge('att-1', begun)).toMatchObject({ state: 'approved', last4: '1111' });
      expect(gateway.books.transactions).toHaveLength(1);
    },
  );

  test.each([['silent'], ['reset']] satisfies [StandInFault][])(
    'a charge that is %s counts as not made only after some minutes',
    async (fault) => {
      gateway.befall(fault);
      const begun = now;
      expect(await failureOf(impatient.charge(charge()))).toBeInstanceOf(PaymentUnknown);
      expect(await payments.findCharge('att-1', begun)).toBe('not-yet');
      now = new Date(begun.getTime() + 6 * MINUTE);
      expect(await payments.findCharge('att-1', begun)).toBe('none');
    },
  );

  test.each([
    ['E00001', PaymentUnknown],
    ['E00003', PaymentUnavailable],
    ['E00013', PaymentUnavailable],
    ['E00053', PaymentUnavailable],
    ['E00007', PaymentMisconfigured],
  ])('the refusal %s says whether anything was done', async (code, kind) => {
    gateway.befall({ answer: { messages: { resultCode: 'Error', message: [{ code, text: NUMBER }] } } });
    const error = await failureOf(payments.charge(charge()));
    expect(error.constructor).toBe(kind);
    expect(error.message).not.toContain(NUMBER);
  });

  test('without a connection to the gateway nothing was charged', async () => {
    await gateway.close();
    expect((await failureOf(payments.charge(charge()))).constructor).toBe(PaymentUnavailable);
    gateway = await fakeAuthorizenet();
  });
});

describe('F106 Search for charges', () => {
  test('the search finds a settled charge, and prefers the attempt that was approved', async () => {
    await payments.charge(charge({ card: card('4000000000000002') }));
    await payments.charge(charge());
    for (const one of gateway.books.transactions) Object.assign(one, { batchId: '5' });
    expect(await payments.findCharge('att-1', now)).toMatchObject({ state: 'approved' });
  });

  test('a refused list is not treated as an empty one', async () => {
    gateway.befall({ answer: { messages: { resultCode: 'Error', message: [{ code: 'E00012', text: '' }] } } });
    const begun = new Date(now.getTime() - 60 * MINUTE);
    expect(await failureOf(payments.findCharge('att-1', begun))).toBeInstanceOf(PaymentUnavailable);
  });

  test('a charge is voided once, and a second void succeeds', async () => {
    const { transactionId } = await payments.charge(charge());
    await payments.void(transactionId ?? '');
    await payments.void(transactionId ?? '');
    expect(await payments.findCharge('att-1', now)).toMatchObject({ state: 'voided' });
    expect(await failureOf(payments.void('1'))).toBeInstanceOf(PaymentUnavailable);
  });

  test('S-39 transaction details hold everything except card numbers', async () => {
    const { transactionId } = await payments.charge(charge());
    const details = await payments.details(transactionId ?? '');
    expect(details?.facts).toMatchObject({
      transaction_id: transactionId,
      payment: { creditCard: { cardNumber: 'XXXX1111' } },
    });
    expect(await payments.details('1')).toBeNull();
  });
});

test('wrong settings are refused before a call, and a wrong key is reported as a wrong setting', async () => {
  expect(() => opened({ login: '' })).toThrow('AUTHORIZENET_LOGIN');
  expect(() => opened({ key: ' ' })).toThrow('AUTHORIZENET_KEY');
  expect(() => opened({ url: 'http://api.authorize.test/xml' })).toThrow('AUTHORIZENET_URL');
  expect(await failureOf(opened({ key: 'other' }).charge(charge()))).toBeInstanceOf(PaymentMisconfigured);
});

function ok() {
  return { messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } };
}

function unsuccessful() {
  return {
    messages: { resultCode: 'Error', message: [{ code: 'E00027', text: 'The transaction was unsuccessful.' }] },
  };
}
