import { expect, test } from 'vitest';
import { maskCardNumbers } from './mask-card-numbers.ts';

test('S-39 a card or account number is masked wherever it appears', () => {
  const told = maskCardNumbers({
    transaction_id: '60198765432',
    amount: '615.00',
    payment: { creditCard: { cardNumber: '4111111111111111', expirationDate: 'XXXX' } },
    bank: { account_number: 123456789, routing_number: '071000013' },
    notes: ['paid with 4111 1111 1111 1111', { cvv: '123' }],
    raw: 4111111111111111,
  });
  expect(told).toEqual({
    transaction_id: '60198765432',
    amount: '615.00',
    payment: { creditCard: { cardNumber: 'XXXX1111', expirationDate: 'XXXX' } },
    bank: { account_number: 'XXXX6789', routing_number: 'XXXX0013' },
    notes: ['paid with XXXX1111', { cvv: 'XXXX' }],
    raw: 'XXXX1111',
  });
});

test('times, amounts and references stay unmasked', () => {
  const facts = { submitted_at: '2026-11-15T10:12:13.123Z', reference: 'c-1042', settled: true, none: null };
  expect(maskCardNumbers(facts)).toEqual(facts);
});
