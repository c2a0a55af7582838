import { expect, test } from 'vitest';
import { expiryOf } from './card-expiry.ts';

test('F089 a card is good through its last month, and two months before the end that is said', () => {
  const now = new Date(2026, 10, 15);
  expect(expiryOf('2027-06', now)).toBe('good');
  expect(expiryOf('2027-01', now)).toBe('good');
  expect(expiryOf('2026-12', now)).toBe('soon');
  expect(expiryOf('2026-11', now)).toBe('soon');
  expect(expiryOf('2026-10', now)).toBe('expired');
});
