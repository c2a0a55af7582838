import { expect, test } from 'vitest';
import { groupedNumber } from './card-digits.ts';

test('F090 a card number is grouped by its brand while it is typed, pasted or incomplete', () => {
  expect(groupedNumber('4')).toBe('4');
  expect(groupedNumber('41111')).toBe('4111 1');
  expect(groupedNumber('4111-1111-1111-1111')).toBe('4111 1111 1111 1111');
  expect(groupedNumber('370000000000002')).toBe('3700 000000 00002');
  expect(groupedNumber('38000000000006')).toBe('3800 000000 0006');
  expect(groupedNumber('card 4007 0000 00027')).toBe('4007 0000 0002 7');
  expect(groupedNumber('')).toBe('');
});
