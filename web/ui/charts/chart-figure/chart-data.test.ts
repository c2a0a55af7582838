import { expect, test } from 'vitest';
import { axisText, chartFile, tellingPoints, valueText } from './chart-data.ts';

const series = [{ key: 'amount', label: 'Amount' }];

test('amounts are shown in full, and axis ticks are abbreviated', () => {
  expect(valueText('dollars', 1234.5)).toBe('$1,234.50');
  expect(axisText('dollars', 1200)).toBe('$1.2k');
  expect(valueText('count', 1200)).toBe('1,200');
  expect(valueText('count', null)).toBe('');
  expect(valueText('days', 1)).toBe('1 day');
  expect(valueText('days', 45)).toBe('45 days');
});

test('months without values do not count as points of a plot', () => {
  expect(
    tellingPoints([
      { label: 'Jan', values: { amount: 0 } },
      { label: 'Feb', values: { amount: null } },
    ]),
  ).toEqual([]);
});

test('the file contains every month, with empty gaps, and marks the unfinished month', () => {
  const points = [
    { label: 'Jan', values: { amount: 10 } },
    { label: 'Feb', values: { amount: null } },
    { label: 'Mar', values: { amount: 3 }, soFar: true },
  ];
  expect(chartFile('Month', series, points)).toBe('\ufeffMonth,Amount\r\nJan,10\r\nFeb,\r\n"Mar, so far",3\r\n');
});
