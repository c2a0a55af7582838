import { expect, test } from 'vitest';
import { listedUser, processing, related } from '../../kernel/testing/users.ts';
import { accountLines } from './account-lines.ts';

test('F133 a member’s account shows the processing data, N/A for missing values, and the sellers', () => {
  const lines = accountLines(
    listedUser({ processing, vials_available: 5, sales_rep: { id: 7, name: 'Julian Reyes' } }),
  );
  expect(lines).toEqual([
    ['Vials Available', '5'],
    ['Adipose Received', '12 Mar 2026'],
    ['Est. Ready Date', '26 Apr 2026'],
    ['Vials In Sterility', '2'],
    ['Sterility Start Date', 'N/A'],
    ['Sterility End Date', 'N/A'],
    ['Sterility Complete', 'N/A'],
    ['Sales Rep', 'Julian Reyes'],
  ]);
});

test('F133 a member without any record has no vials and no rep', () => {
  const lines = Object.fromEntries(accountLines(listedUser()));
  expect(lines).toMatchObject({ 'Vials Available': '0', 'Vials In Sterility': '0', 'Sales Rep': 'N/A' });
});

test.each([
  [true, 'Yes'],
  [false, 'No'],
  [null, 'N/A'],
])('F133 a sterility test that is complete %s reads %s', (sterility_complete, words) => {
  const lines = accountLines(listedUser({ processing: { ...processing, sterility_complete } }));
  expect(Object.fromEntries(lines)['Sterility Complete']).toBe(words);
});

test('F133 related parties are shown for other plans too, centers by their company', () => {
  const lines = accountLines(
    listedUser({
      subscription: 12,
      subscription_name: 'Donor',
      related_users: [related(13, 4, { company: 'Stein Clinic' }), related(17, 5, { company: 'Lakeside' })],
      sales_rep: { id: 7, name: 'Julian Reyes' },
      sales_manager: { id: 5, name: 'Petra Nolan' },
      sales_distributor: { id: 3, name: 'Walter Ashby' },
      sales_affiliate: { id: 10, name: 'Simone Vartan' },
    }),
  );
  expect(lines).toEqual([
    ['Harvest Center', 'Stein Clinic'],
    ['Referral Harvest Center', 'Lakeside'],
    ['Sales Rep', 'Julian Reyes'],
    ['Sales Manager', 'Petra Nolan'],
    ['Sales Distributor', 'Walter Ashby'],
    ['Sales Affiliate', 'Simone Vartan'],
  ]);
});

test('F133 without a directly related center the first described center is shown', () => {
  const lines = accountLines(listedUser({ subscription: 9, hc_desc: [{ id: 13, company: 'Stein Clinic' }] }));
  expect(lines).toEqual([['Harvest Center', 'Stein Clinic']]);
});

test('F133 a sales rep is shown with every manager', () => {
  const managers = [related(5, 6, { last_name: 'Nolan' }), related(6, 6, { last_name: 'Marchetti' })];
  const sales_manager = { id: 5, name: 'First Nolan' };
  expect(accountLines(listedUser({ subscription: 3, related_users: managers, sales_manager }))).toEqual([
    ['Sales Manager', 'First Nolan'],
    ['Sales Manager', 'First Marchetti'],
  ]);
});

test('F133 a user who is not a member shows vials only if there are any', () => {
  expect(accountLines(listedUser({ subscription: 16, vials_available: 4 }))).toEqual([['Vials Available', '4']]);
  expect(accountLines(listedUser({ subscription: 1 }))).toEqual([]);
});
