import { expect, test } from 'vitest';
import { localDateTime } from './local-date-time.ts';

test('F038 the agreement carries the local clock in the documented form', () => {
  expect(localDateTime(new Date(2026, 0, 5, 9, 7, 3, 45))).toBe('2026-01-05 09:07:03.045Z');
});
