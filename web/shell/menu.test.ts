import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { entriesOf, isGroup, type MenuItem, menuFor } from './menu.ts';

const everyPage = () => true;
const written = (menu: readonly MenuItem[]) =>
  menu.flatMap((item) =>
    isGroup(item)
      ? [`${item.label}:`, ...item.entries.map((entry) => `  ${entry.label} ${entry.path}`)]
      : [`${item.label} ${item.path}`],
  );
const menu = (plan: Plan, tags: number[] = []) => written(menuFor({ subscription: { id: plan }, tags }, everyPage));

const standard = [
  'Dashboard /dashboard',
  'Resource Center /resource-center',
  'Account:',
  '  Change Password /password',
  '  Contact Details /profile',
];

test.each([1, 11, 12, 15, 16] as const)('F016 plan %i has the default menu', (plan) => {
  expect(menu(plan)).toEqual(standard);
  expect(menu(plan, [1])).toEqual(standard);
});

test('F016 a lab has the group Bench only with the right to use it, and no other plan has it', () => {
  const withRight = (plan: Plan) =>
    written(menuFor({ subscription: { id: plan }, tags: [] }, everyPage, ['bench.use']));
  expect(withRight(1)).toEqual([
    'Dashboard /dashboard',
    'Bench:',
    '  Bench /bench',
    '  Arrivals /bench/arrivals',
    '  Batches /bench/batches',
    '  Storage /bench/storage',
    '  Orders /bench/orders',
    '  Release /bench/release',
    '  Stock Counts /bench/counts',
    '  Deviations /bench/deviations',
    '  Lots and Kits /bench/lots',
    ...standard.slice(1),
  ]);
  for (const plan of plans.filter((one) => one !== 1)) expect(withRight(plan)).toEqual(menu(plan));
});

test('F016 a clinic has Harvest Day only with the right to record harvests', () => {
  for (const plan of [4, 5] as const) {
    const withRight = written(menuFor({ subscription: { id: plan }, tags: [] }, everyPage, ['harvests.record']));
    expect(withRight[1]).toBe('Harvest Day /harvest-day');
    expect(withRight.toSpliced(1, 1)).toEqual(menu(plan));
  }
});

test('F016 no right but those two adds an entry to a menu, so that with the bench off each plan has the menu of this file', () => {
  const rights = new Set(catalogue.map(({ route }) => route.access));
  for (const added of ['bench.use', 'harvests.record'] as const) expect(rights.delete(added)).toBe(true);
  for (const plan of plans) {
    for (const tags of [[], [1]]) {
      expect(written(menuFor({ subscription: { id: plan }, tags }, everyPage, [...rights]))).toEqual(menu(plan, tags));
    }
  }
});

test('F016 a patient has the default menu, and more entries with tag 1', () => {
  expect(menu(2)).toEqual(standard);
  expect(menu(2, [7])).toEqual(standard);
  expect(menu(2, [1])).toEqual([
    'Dashboard /dashboard',
    'Resource Center /resource-center',
    'Account:',
    '  Change Password /password',
    '  Locations /hc-locations',
    '  Payment Options /hc-payments',
    '  Contact Details /profile',
  ]);
});

test('F016 a sales rep has the documented menu', () => {
  expect(menu(3)).toEqual([
    'Dashboard /dashboard',
    'Your Lists:',
    '  Harvest Center List /harvest-centers',
    '  Referral Harvest Center List /referral-harvest-centers',
    '  Patient List /patients',
    'Transaction Report /my-transaction-report',
    'Resource Center /resource-center',
    'Account:',
    '  Change Password /password',
    '  Contact Details /profile',
  ]);
});

test('F016 a harvest center has the documented menu', () => {
  expect(menu(4)).toEqual([
    'Dashboard /dashboard',
    'Patient Documents:',
    '  Request Patients Signatures /request-patients-signatures',
    '  Upload Patient Documents Signed /upload-patient-documents',
    '  Patients Signatures /patients-signatures',
    'Transaction History /hc-transaction-history',
    'Referral Patients /referral-patients',
    'Staff /staff-view',
    'Request FedEx Label /fedex-request-label',
    'Resource Center /resource-center',
    'Account:',
    '  Change Password /password',
    '  Contact Details /hc-profile',
    '  Locations /hc-locations',
    '  Payment Methods /hc-payments',
  ]);
});

test('F016 a referral harvest center has the documented menu', () => {
  expect(menu(5)).toEqual([
    'Dashboard /dashboard',
    'Resource Center /resource-center',
    'Request FedEx Label /fedex-request-label-rhc',
    'Account:',
    '  Change Password /password',
    '  Contact Details /hc-profile',
    '  Locations /hc-locations',
    '  Payment Options /hc-payments',
  ]);
});

test('F016 a sales manager has the documented menu', () => {
  expect(menu(6)).toEqual([
    'Dashboard /dashboard',
    'Add Sales Rep /add-sales-rep',
    'Team Transactions Report /team-transaction-report',
    'Team Patients List /all-patients-team',
    'Resource Center /resource-center',
    'Account:',
    '  Change Password /password',
    '  Contact Details /profile',
  ]);
});

test.each([7, 10] as const)('F016 an administrator of plan %i has the documented menu', (plan) => {
  expect(menu(plan)).toEqual([
    'Dashboard /dashboard',
    'All Transactions Report /all-transaction-report',
    'System Documents:',
    '  Patients Documents /documents/patients',
    '  Harvest Center Documents /documents/harvest-centers',
    'Coupon Code Manager /coupon-manager',
    'Inactive Users /inactive-users',
    'Request FedEx Label /fedex-requests',
    'Assets Manager /assets-manager',
    'HC Staff Manager /hc-staff-manager',
    'RHC Manager /rhc-manager',
    'Account:',
    '  Change Password /password',
    '  Contact Details /profile',
  ]);
});

test('F016 a sales distributor has the documented menu', () => {
  expect(menu(8)).toEqual([
    'Dashboard /dashboard',
    'Team Sales Rep List /all-manager-sr-team',
    'Team Patients List /all-manager-patients-team',
    'Add Sales Manager /add-sales-manager',
    'Teams Transactions Report /manager-teams-transaction-report',
    'Resource Center /resource-center',
    'Account:',
    '  Change Password /password',
    '  Contact Details /profile',
  ]);
});

test('F016 HC staff have the documented menu', () => {
  expect(menu(9)).toEqual([
    'Dashboard /dashboard',
    'Resource Center /resource-center',
    'Request FedEx Label /fedex-request-label',
    'Account:',
    '  Change Password /password',
    '  Contact Details /hc-profile',
    '  Locations /hc-locations',
    '  Payment Options /hc-payments',
  ]);
});

test('F016 an entry is shown if its screen exists, and a group if one of its entries does', () => {
  const known = ['/dashboard', '/password'];
  const some = menuFor({ subscription: { id: 4 }, tags: [] }, (path) => known.includes(path));
  expect(written(some)).toEqual(['Dashboard /dashboard', 'Account:', '  Change Password /password']);
});

test('F016 no menu contains a path twice', () => {
  for (const plan of plans) {
    const paths = entriesOf(menuFor({ subscription: { id: plan }, tags: [1] }, everyPage)).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  }
});
