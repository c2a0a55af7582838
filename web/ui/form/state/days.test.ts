import { expect, test } from 'vitest';
import { dayFromTyped } from './days.ts';

test('a day can be typed in US or ISO format', () => {
  expect(dayFromTyped('11/12/2026')).toBe('2026-11-12');
  expect(dayFromTyped(' 1/2/26 ')).toBe('2026-01-02');
  expect(dayFromTyped('2026-11-12')).toBe('2026-11-12');
  expect(dayFromTyped('11-12-2026')).toBe('2026-11-12');
});

test('a day that does not exist is rejected', () => {
  expect(dayFromTyped('02/30/2026')).toBeNull();
  expect(dayFromTyped('13/01/2026')).toBeNull();
  expect(dayFromTyped('tomorrow')).toBeNull();
  expect(dayFromTyped('')).toBeNull();
  expect(dayFromTyped('02/29/2028')).toBe('2028-02-29');
});
