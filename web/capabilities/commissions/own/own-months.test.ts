import { expect, test } from 'vitest';
import { monthsToChoose } from './own-months.ts';

const months = ['2026-02', '2026-03'].map((month) => ({ month, earned: 0, paid: 0 }));

test('the months to choose go from the newest back to the first line, across years', () => {
  expect(monthsToChoose({ months, first_month: '2025-11' })).toEqual([
    '2026-03',
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ]);
});

test('the months of the plot can be chosen where the first line is later or missing', () => {
  expect(monthsToChoose({ months, first_month: '2026-03' })).toEqual(['2026-03', '2026-02']);
  expect(monthsToChoose({ months, first_month: null })).toEqual(['2026-03', '2026-02']);
});
