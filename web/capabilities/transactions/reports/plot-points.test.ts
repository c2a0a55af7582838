import type { Revenue, Sales } from '@vialkeep/contract/transactions.ts';
import { expect, test } from 'vitest';
import {
  amountPoints,
  lastMonths,
  memberPoints,
  quietMembers,
  teamPoints,
  teamSeries,
  thisMonth,
} from './plot-points.ts';
import { commissionPoints } from './revenue-points.ts';

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

const REPORT = '/team-transaction-report';

test('F052 the amount of a month is the exact sum of its parts, and links to its rows', () => {
  const points = amountPoints(sales, REPORT);
  expect(points.map(({ values }) => values.amount)).toEqual([0.3, 62]);
  expect(points.map(({ soFar }) => soFar ?? false)).toEqual([false, true]);
  expect(points[0]?.rows).toEqual({ to: REPORT, search: { 'f.month': '2026-10' } });
  expect(amountPoints(sales, null)[0]?.rows).toBeUndefined();
  expect(thisMonth(sales)).toEqual({ month: '2026-11', amount: 62, last: '2026-10', before: 0.3, count: 4 });
});

test('top sellers come first, each with a link to their rows', () => {
  const points = memberPoints(sales, REPORT);
  expect(points.map(({ label }) => label)).toEqual(['Bo', 'Cy', 'Di', 'Ana', 'Ed']);
  expect(points[0]?.rows).toEqual({ to: REPORT, search: { 'f.rep': '2' } });
});

test('twelve series are shown side by side, and the last one sums up all others', () => {
  expect(teamSeries(sales).series.map(({ label }) => label)).toEqual(['Bo', 'Cy', 'Di', 'Ana', 'Ed']);
  const many = Array.from({ length: 14 }, (_, id) => ({ id: id + 1, name: `No. ${id + 1}`, last: null }));
  const sold = many.map(({ id }) => ({ month: '2026-11', part: id, count: 1, amount: 100 - id }));
  const team = teamSeries({ ...sales, parts: many, sold });
  expect(team.series).toHaveLength(12);
  expect(team.series.at(-1)).toEqual({ key: 'rest', label: 'Others' });
  expect(teamPoints({ ...sales, parts: many, sold }, team, REPORT)[1]?.values.rest).toBe(88 + 87 + 86);
});

test('a month of the administrators’ plots links to its first through last day', () => {
  const revenue: Revenue = {
    months: ['2026-02'],
    sold: [{ month: '2026-02', product_id: 3, product: 'Kit', count: 2, amount: 0.3, unpaid_amount: 0.1 }],
    unpaid: { count: 1, amount: 0.1 },
  };
  expect(commissionPoints(revenue)).toMatchObject([
    {
      values: { paid: 0.2, unpaid: 0.1 },
      rows: { to: '/all-transaction-report', search: { 'f.dates': '2026-02-01..2026-02-28' } },
    },
  ]);
});

test('the twelve months end with the current one', () => {
  const months = lastMonths('2026-03-09');
  expect(months).toHaveLength(12);
  expect([months[0], months[8], months[9], months[11]]).toEqual(['2025-04', '2025-12', '2026-01', '2026-03']);
});

test('a member without sales for sixty days is quiet', () => {
  expect(quietMembers(sales, '2026-11-15').map(({ name }) => name)).toEqual(['Ana', 'Ed']);
});
