import { expect, test } from 'vitest';
import { rangeIn, rangeWritten } from '../../ui/form/state/days.ts';
import { fieldValues, queryOf } from './transaction-filters.ts';

test('F140 the address’s filters become the call’s query, without empty ones', () => {
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

test('a range survives writing and reading, also with one open end', () => {
  for (const range of [
    { from: '2026-01-01', to: '2026-02-03' },
    { from: '2026-01-01', to: '' },
    { from: '', to: '' },
  ]) {
    expect(rangeIn(rangeWritten(range))).toEqual(range);
  }
});

test('the form fields hold numbers for the address’s texts', () => {
  expect(fieldValues({ rep: '606' })).toMatchObject({ rep: 606, center: null, dates: { from: '', to: '' } });
});
