import { plans } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { rowsOf, sectionsOf } from './sections.ts';

test('every plan has something on its dashboard', () => {
  for (const plan of plans) expect(sectionsOf(plan, false)).not.toEqual([]);
});

test('centers, labs and the patients-list role first read what needs them', () => {
  for (const plan of [1, 4, 5, 15] as const) expect(sectionsOf(plan, false)[0]).toBe('needsYou');
});

test('F045, F046: what a center or a referral center pays for stands above its patients', () => {
  for (const plan of [4, 5] as const) expect(sectionsOf(plan, false)[1]).toBe('payments');
  for (const plan of plans.filter((one) => one !== 4 && one !== 5)) {
    expect(sectionsOf(plan, false, true)).not.toContain('payments');
  }
});

test('F048: the card to order vials is there for those who may, and never for centers and referral centers', () => {
  for (const plan of plans) {
    expect(sectionsOf(plan, false, true).includes('checkoutVials')).toBe(plan !== 4 && plan !== 5);
    expect(sectionsOf(plan, false, false)).not.toContain('checkoutVials');
  }
  expect(sectionsOf(16, false, true)).toEqual(['checkoutVials', 'account']);
});

test('F052, S-20: those who sell read what they sold and whom they lead, and nothing about patients', () => {
  expect(sectionsOf(3, false)).toEqual(['ownSales', 'referralLinks', 'account']);
  expect(sectionsOf(6, false)).toEqual(['ownSales', 'repTeam', 'account']);
  expect(sectionsOf(8, false)).toEqual(['ownSales', 'managerTeam', 'account']);
  expect(sectionsOf(11, false)).toEqual(['ownSales', 'account']);
});

test('S-05: an administrator who views a center sees its patients, not what needs the administrator', () => {
  expect(sectionsOf(4, true)).toEqual(['payments', 'centerPatients']);
  expect(sectionsOf(1, true)).toEqual(['labCenters']);
});

test('the vials of a center stand beside what it pays for', () => {
  expect(rowsOf(sectionsOf(4, false))).toEqual([['needsYou'], ['payments', 'vialStock'], ['centerPatients']]);
  expect(rowsOf(sectionsOf(4, true))).toEqual([['payments'], ['centerPatients']]);
});
