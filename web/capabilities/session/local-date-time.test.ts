import { expect, test } from 'vitest';
import { localDateTime } from './local-date-time.ts';

test('F038 the agreement’s time is the local time in the documented format', () => {
  expect(localDateTime(new Date(2026, 0, 5, 9, 7, 3, 45))).toBe('2026-01-05 09:07:03.045Z');
});
