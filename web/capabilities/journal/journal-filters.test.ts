import { expect, test } from 'vitest';
import { balanceQuery, journalQuery } from './journal-filters.ts';

test('the filters of the address and a typed number become the query, without empty ones', () => {
  const filters = { dates: '2026-01-01..', domain: '2', account: '1000' };
  expect(journalQuery(filters, '#1001')).toEqual({
    from: '2026-01-01',
    domain_id: '2',
    account: '1000',
    transaction_id: '1001',
  });
  expect(journalQuery({}, 'abc')).toEqual({});
});

test('a trial balance takes the days and the site only', () => {
  expect(balanceQuery({ dates: '..2026-02-03', domain: '2', account: '1000' })).toEqual({
    to: '2026-02-03',
    domain_id: '2',
  });
});
