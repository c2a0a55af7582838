import { expect, test } from 'vitest';
import { stockOverTime } from './stock-over-time.ts';

const added = (quantity: number, date: string) => ({ type: 'added' as const, quantity, date });
const shipped = (quantity: number, date: string) => ({ type: 'shipped' as const, quantity, date });

test('the stock of a few days is shown by day, from the day before the first vials', () => {
  expect(stockOverTime([added(5, '2026-11-02'), shipped(2, '2026-11-04')], '2026-11-05')).toEqual({
    unit: 'day',
    points: [
      { day: '2026-11-01', available: 0 },
      { day: '2026-11-02', available: 5 },
      { day: '2026-11-03', available: 5 },
      { day: '2026-11-04', available: 3 },
      { day: '2026-11-05', available: 3 },
    ],
  });
});

test('longer periods are shown by week or month, and always end today', () => {
  const weeks = stockOverTime([added(5, '2026-08-20')], '2026-11-15');
  expect(weeks.unit).toBe('week');
  expect(weeks.points[0]?.available).toBe(0);
  expect(weeks.points.at(-1)).toEqual({ day: '2026-11-15', available: 5 });

  const months = stockOverTime([added(6, '2026-01-09'), shipped(4, '2026-03-31')], '2026-11-15');
  expect(months.unit).toBe('month');
  expect(months.points.slice(0, 4)).toEqual([
    { day: '2025-12-31', available: 0 },
    { day: '2026-01-31', available: 6 },
    { day: '2026-02-28', available: 6 },
    { day: '2026-03-31', available: 2 },
  ]);
  expect(months.points.at(-1)).toEqual({ day: '2026-11-15', available: 2 });
});

test('the number of periods stays readable', () => {
  expect(stockOverTime([added(1, '2019-01-01')], '2026-11-15').points).toHaveLength(24);
});

test('vials that are shipped before their recorded arrival do not make the stock negative', () => {
  const { points } = stockOverTime([shipped(2, '2026-11-02'), added(5, '2026-11-04')], '2026-11-04');
  expect(points.map(({ available }) => available)).toEqual([0, 0, 0, 3]);
});
