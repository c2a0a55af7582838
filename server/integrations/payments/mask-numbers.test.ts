import { expect, test } from 'vitest';
import { withoutNumbers } from './mask-numbers.ts';

test('S-39 anything that could be a card or account number is reduced to its last digits, at any depth', () => {
  const told = {
    transId: '60000000001',
    note: 'paid with 4111 1111 1111 1111 today',
    payment: { creditCard: { cardNumber: '5424000000000015' }, bankAccount: { accountNumber: '123456789' } },
    list: [{ odd: 4_111_111_111_111_111 }, 'plain', null, 12.5],
  };
  expect(withoutNumbers(told)).toEqual({
    transId: '60000000001',
    note: 'paid with XXXX1111 today',
    payment: { creditCard: { cardNumber: 'XXXX0015' }, bankAccount: { accountNumber: 'XXXX6789' } },
    list: [{ odd: 'XXXX1111' }, 'plain', null, 12.5],
  });
});
