import { plans } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { sectionsOf } from './sections.ts';

test('every plan has something on its dashboard', () => {
  for (const plan of plans) expect(sectionsOf(plan, false)).not.toEqual([]);
});

test('centers, labs and the patients-list role first read what needs them', () => {
  for (const plan of [1, 15] as const) expect(sectionsOf(plan, false)[0]).toBe('needsYou');
});

test('F047: centers and referral centers before that, that nobody sells to them', () => {
  for (const plan of [4, 5] as const) expect(sectionsOf(plan, false).slice(0, 2)).toEqual(['noSalesRep', 'needsYou']);
});

test('S-20: those who sell have no part about patients', () => {
  for (const plan of [3, 6, 8, 11] as const) expect(sectionsOf(plan, false)).toEqual(['account']);
});

test('S-05: an administrator who views a center sees its patients, not what needs the administrator', () => {
  expect(sectionsOf(4, true)).toEqual(['noSalesRep', 'centerPatients']);
  expect(sectionsOf(1, true)).toEqual(['labCenters']);
});
