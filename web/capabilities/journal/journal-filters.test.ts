import { expect, test } from 'vitest';
import { balanceFileName, balanceQuery, journalQuery } from './journal-filters.ts';

test('the filters of the address and a typed number become the query, without empty ones', () => {
  const filters = { dates: '2026-01-01..', domain: '2', account: '1000', kind: 'sale' };
  expect(journalQuery(filters, '#1001')).toEqual({
    from: '2026-01-01',
    domain_id: '2',
    account: '1000',
    kind: 'sale',
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

test('the file of a trial balance is named by its site and its days', () => {
  const sites = [
    { value: 1, label: 'Vialkeep' },
    { value: 2, label: 'North / Süd' },
  ];
  const month = { from: '2026-10-01', to: '2026-10-31' };
  expect(balanceFileName({ ...month, domain_id: '2' }, sites)).toBe(
    'trial-balance-North-Süd-from-2026-10-01-to-2026-10-31.csv',
  );
  expect(balanceFileName(month, sites)).toBe('trial-balance-all-sites-from-2026-10-01-to-2026-10-31.csv');
  expect(balanceFileName({ to: '2026-10-31' }, sites.slice(0, 1))).toBe('trial-balance-Vialkeep-to-2026-10-31.csv');
  expect(balanceFileName({}, sites)).toBe('trial-balance-all-sites-all-days.csv');
});
