import { expect, test } from 'vitest';
import { compareValues } from './column.ts';

test('text sorts in natural order', () => {
  expect(['ana 10', 'Zoë', 'Ana 2', 'bea'].toSorted(compareValues)).toEqual(['Ana 2', 'ana 10', 'bea', 'Zoë']);
});

test('numbers sort as numbers', () => {
  expect([10, 9, 100].toSorted(compareValues)).toEqual([9, 10, 100]);
});
