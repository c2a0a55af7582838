import { expect, test } from 'vitest';
import { expiryOf } from './card-expiry.ts';

test('F089 a card is valid through its last month, and expires soon in its last two months', () => {
  const now = new Date(2026, 10, 15);
  expect(expiryOf('2027-06', now)).toBe('good');
  expect(expiryOf('2027-01', now)).toBe('good');
  expect(expiryOf('2026-12', now)).toBe('soon');
  expect(expiryOf('2026-11', now)).toBe('soon');
  expect(expiryOf('2026-10', now)).toBe('expired');
});
