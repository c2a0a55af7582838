import { expect, test } from 'vitest';
import { shownValue } from './audit-labels.ts';

test('W-01 a date among changed values has the common format, and a text that only begins like one stays', () => {
  expect(shownValue('2026-11-05')).toBe('5 Nov 2026');
  expect(shownValue('2026-11-05T14:02:00.000Z')).toBe('5 Nov 2026, 14:02 UTC');
  expect(shownValue('2026-11-05 was agreed')).toBe('2026-11-05 was agreed');
  expect(shownValue('2026-99-05')).toBe('2026-99-05');
});
