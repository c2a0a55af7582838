import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { centersPages } from '../capabilities/centers/centers.pages.ts';
import { redirectFor } from './guards.ts';

const nobody = { plan: null, params: {} };
const member = (plan: Plan, params = {}) => ({ plan, params });

test('a page without the frame is open to all visitors', () => {
  expect(redirectFor({ frame: 'bare' }, nobody)).toBeNull();
  expect(redirectFor({ frame: 'bare' }, member(2))).toBeNull();
});

test('F012 a page in the frame without a session leads to the login page', () => {
  expect(redirectFor({ frame: 'framed' }, nobody)).toBe('/');
  expect(redirectFor({ frame: 'framed' }, member(16))).toBeNull();
});

test('F010 the lab page admits the plans 4 and 11 only, and not labs', () => {
  const lab = centersPages.find(({ path }) => path === '/lab/{-$id}');
  if (!lab) throw new Error('there is no lab page');
  const admitted = plans.filter((plan) => redirectFor(lab, member(plan, { id: '7' })) === null);
  expect(admitted).toEqual([4, 11]);
  expect(redirectFor(lab, member(1, { id: '7' }))).toBe('/unauthorized');
  expect(redirectFor(lab, member(1))).toBe('/unauthorized');
  expect(redirectFor(lab, member(4))).toBe('/dashboard');
  expect(redirectFor(lab, nobody)).toBe('/');
});

test('F011 a screen without its required id leads to the dashboard', () => {
  const checkout = { frame: 'framed', needsId: 'id' } as const;
  expect(redirectFor(checkout, member(4))).toBe('/dashboard');
  expect(redirectFor(checkout, member(4, { id: '2' }))).toBeNull();
});

test('a page without its required query parameter leads to the login page', () => {
  const signUp = { frame: 'bare', needsQuery: 'pass' } as const;
  expect(redirectFor(signUp, nobody)).toBe('/');
  expect(redirectFor(signUp, { ...nobody, search: '?password=1' })).toBe('/');
  expect(redirectFor(signUp, { ...nobody, search: '?pass=' })).toBeNull();
  expect(redirectFor(signUp, { ...member(4), search: '?x=1&pass=y' })).toBeNull();
});

test('F012 without a session the login page has priority over every other redirect', () => {
  expect(redirectFor({ frame: 'framed', needsId: 'id', onlyStoredPlans: [4] }, nobody)).toBe('/');
});
