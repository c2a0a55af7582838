import { plans } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { rowsOf, sectionsOf } from './sections.ts';

test('every plan has at least one dashboard section', () => {
  for (const plan of plans) expect(sectionsOf(plan, false)).not.toEqual([]);
});

test('centers, labs and the patients-list role see the list of what needs them first', () => {
  for (const plan of [1, 4, 5, 15] as const) expect(sectionsOf(plan, false)[0]).toBe('needsYou');
});

test('F045 F046 the payments of a center or a referral center are above its patients', () => {
  for (const plan of [4, 5] as const) expect(sectionsOf(plan, false)[1]).toBe('payments');
  for (const plan of plans.filter((one) => one !== 4 && one !== 5)) {
    expect(sectionsOf(plan, false, true)).not.toContain('payments');
  }
});

test('F048 users who can order vials have the checkout card, centers and referral centers never do', () => {
  for (const plan of plans) {
    expect(sectionsOf(plan, false, true).includes('checkoutVials')).toBe(plan !== 4 && plan !== 5);
    expect(sectionsOf(plan, false, false)).not.toContain('checkoutVials');
  }
  expect(sectionsOf(16, false, true)).toEqual(['checkoutVials', 'account']);
});

test('F052 S-20 sales plans see their sales and their team, and nothing about patients', () => {
  expect(sectionsOf(3, false)).toEqual(['ownSales', 'commissions', 'referralLinks', 'account']);
  expect(sectionsOf(6, false)).toEqual(['ownSales', 'commissions', 'repTeam', 'account']);
  expect(sectionsOf(8, false)).toEqual(['ownSales', 'commissions', 'managerTeam', 'account']);
  expect(sectionsOf(11, false)).toEqual(['ownSales', 'commissions', 'account']);
});

test('S-05 an administrator who views a center sees its patients and not the administrator’s own tasks', () => {
  expect(sectionsOf(4, true)).toEqual(['payments', 'centerPatients']);
  expect(sectionsOf(1, true)).toEqual(['labCenters']);
});

test('the vial stock of a center is beside its payments', () => {
  expect(rowsOf(sectionsOf(4, false))).toEqual([['needsYou'], ['payments', 'vialStock'], ['centerPatients']]);
  expect(rowsOf(sectionsOf(4, true))).toEqual([['payments'], ['centerPatients']]);
});
