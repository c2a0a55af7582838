import { expect, test } from 'vitest';
import { lastTwelveMonths } from './trial-days.ts';

test('a trial begins with the twelve whole months before this one', () => {
  expect(lastTwelveMonths('2026-03-02')).toEqual({ from: '2025-03-01', to: '2026-02-28' });
  expect(lastTwelveMonths('2026-01-31')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
});
