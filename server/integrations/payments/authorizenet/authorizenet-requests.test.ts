import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import { expect, test } from 'vitest';
import { CardDetails } from '../../../ports/card-details.ts';
import { CardToken } from '../../../ports/card-token.ts';
import type { Charge } from '../../../ports/payments.ts';
import { refundRequest } from './authorizenet-refunds.ts';
import * as requests from './authorizenet-requests.ts';
import { outOfOrder } from './authorizenet-schema-order.ts';

const login = { login: 'login', key: 'key' };
const card = new CardDetails({
  number: new Redacted('4111111111111111'),
  code: new Redacted('987'),
  expires: '2031-08',
  holder: 'Ana Maria Ruiz',
});
const token = new CardToken({ token: new Redacted('nonce'), holder: 'Ana Maria Ruiz', expires: null });
const kept = { customerId: '9001', cardId: '7001' };
const long = 'x'.repeat(400);
const charge: Charge = {
  reference: 'att-1',
  amountCents: 5,
  card,
  invoiceNumber: 'VK-17',
  description: long,
  customer: { id: '1014', email: 'ana@clinic.test' },
  billTo: {
    firstName: long,
    lastName: 'R',
    company: 'C',
    address: long,
    city: long,
    state: long,
    zip: long,
    country: 'US',
  },
};

test.each([
  ['a charge of a new card', requests.chargeRequest(login, charge)],
  ['a charge of a card by its token', requests.chargeRequest(login, { ...charge, card: token })],
  ['a charge of a kept card', requests.chargeRequest(login, { ...charge, card: kept })],
  ['a void', requests.voidRequest(login, '1')],
  ['a refund', refundRequest(login, { reference: 'ref-1', transactionId: '1', amountCents: 2300, last4: '1111' })],
  ['a customer', requests.createCustomerRequest(login, { reference: 'vk-1', email: 'ana@clinic.test' }, card)],
  ['a card', requests.addCardRequest(login, '9001', card)],
  ['a card by its token', requests.addCardRequest(login, '9001', token)],
  ['a month renewed', requests.renewExpiryRequest(login, kept, { last4: '1111', expires: '2033-01', holder: 'A R' })],
  ['a card renewed', requests.renewCardRequest(login, kept, card)],
  ['a customer read by id', requests.readCustomerRequest(login, { customerId: '9001' })],
  ['a customer read by reference', requests.readCustomerRequest(login, { reference: 'vk-1' })],
  ['a card deleted', requests.deleteCardRequest(login, kept)],
  ['what is not settled', requests.unsettledRequest(login, 1)],
  ['batches', requests.settledBatchesRequest(login, new Date(), new Date())],
  ['a batch', requests.batchRequest(login, '5', 1)],
  ['details', requests.detailsRequest(login, '1')],
])('%s has its fields in the order of the schema', (_what, request) => {
  const [[name, body] = ['', {}], ...more] = Object.entries(request);
  expect(more).toEqual([]);
  expect(outOfOrder(body, name)).toBeNull();
});

test('the order check detects a wrong order and an unknown field', () => {
  const body = { refId: '1', merchantAuthentication: { name: 'a', transactionKey: 'b' } };
  expect(outOfOrder(body, 'getTransactionDetailsRequest')).toBe('getTransactionDetailsRequest.merchantAuthentication');
  const unknown = { merchantAuthentication: { name: 'a', password: 'b' } };
  expect(outOfOrder(unknown, 'createTransactionRequest')).toBe(
    'createTransactionRequest.merchantAuthentication.password',
  );
});

test('amounts are dollars with cents, names are two fields, and no text exceeds the length of the schema', () => {
  const text = JSON.stringify(requests.chargeRequest(login, charge));
  expect(text).toContain('"amount":"0.05"');
  expect(text).not.toMatch(/x{256}/);
  expect(JSON.stringify(requests.addCardRequest(login, '1', card))).toContain(
    '"firstName":"Ana Maria","lastName":"Ruiz"',
  );
  for (const amountCents of [0, -1, 0.5, Number.NaN]) {
    expect(() => requests.chargeRequest(login, { ...charge, amountCents })).toThrow(RangeError);
  }
});

test('a saved card is sent without an address, which the gateway would refuse', () => {
  const text = JSON.stringify(requests.chargeRequest(login, { ...charge, card: kept }));
  expect(text).toContain('"paymentProfileId":"7001"');
  expect(text).not.toMatch(/billTo|creditCard/);
});
