import { expect, test } from 'vitest';
import { fieldValues, queryOf, rangeIn, rangeWritten } from './transaction-filters.ts';

test('F140 the address becomes the call’s own filters, without those that are empty', () => {
  const filters = { rep: '606', dates: '2026-01-01..2026-02-03', product: '', commission: 'false' };
  expect(queryOf(filters, 'stein')).toEqual({
    sales_rep_id: '606',
    commission_paid: 'false',
    date_after: '2026-01-01',
    date_before: '2026-02-03',
    search: 'stein',
  });
  expect(queryOf({}, '')).toEqual({});
});

test('a range is written as it is read, half chosen too', () => {
  for (const range of [
    { from: '2026-01-01', to: '2026-02-03' },
    { from: '2026-01-01', to: '' },
    { from: '', to: '' },
  ]) {
    expect(rangeIn(rangeWritten(range))).toEqual(range);
  }
});

test('fields hold numbers', () => {
  expect(fieldValues({ rep: '606' })).toMatchObject({ rep: 606, center: null, dates: { from: '', to: '' } });
});
