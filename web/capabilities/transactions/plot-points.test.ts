import type { Sales } from '@vialkeep/contract/transactions.ts';
import { expect, test } from 'vitest';
import { amountPoints, memberPoints, quietMembers, teamPoints, teamSeries, thisMonth } from './plot-points.ts';

const sales: Sales = {
  by: 'rep',
  months: ['2026-10', '2026-11'],
  sold: [
    { month: '2026-10', part: 1, count: 1, amount: 0.1 },
    { month: '2026-10', part: 2, count: 1, amount: 0.2 },
    { month: '2026-11', part: 2, count: 2, amount: 50 },
    { month: '2026-11', part: 3, count: 1, amount: 7 },
    { month: '2026-11', part: 4, count: 1, amount: 5 },
  ],
  parts: [
    { id: 1, name: 'Ana', last: '2026-09-01' },
    { id: 2, name: 'Bo', last: '2026-11-02' },
    { id: 3, name: 'Cy', last: '2026-11-02' },
    { id: 4, name: 'Di', last: '2026-11-02' },
    { id: 5, name: 'Ed', last: null },
  ],
};

test('F052 the amount of a month is the sum of its parts, to the cent', () => {
  expect(amountPoints(sales).map(({ values }) => values.amount)).toEqual([0.3, 62]);
  expect(amountPoints(sales).map(({ soFar }) => soFar ?? false)).toEqual([false, true]);
  expect(thisMonth(sales)).toEqual({ month: '2026-11', amount: 62, before: 0.3, count: 4 });
});

test('those who sold most come first', () => {
  expect(memberPoints(sales).map(({ label }) => label)).toEqual(['Bo', 'Cy', 'Di', 'Ana', 'Ed']);
});

test('three have a colour of their own, and nothing of the others is lost', () => {
  const team = teamSeries(sales);
  expect(team.series.map(({ label }) => label)).toEqual(['Bo', 'Cy', 'Di', 'Others']);
  expect(teamPoints(sales, team)[0]?.values).toEqual({ 2: 0.2, 3: 0, 4: 0, rest: 0.1 });
});

test('who sold nothing for sixty days is quiet', () => {
  expect(quietMembers(sales, '2026-11-15').map(({ name }) => name)).toEqual(['Ana', 'Ed']);
});
