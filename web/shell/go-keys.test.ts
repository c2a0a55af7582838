import type { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { pathFor } from './go-keys.ts';
import { menuFor } from './menu.ts';

const everyPage = () => true;
const menu = (plan: Plan) => menuFor({ subscription: { id: plan }, tags: [] }, everyPage);

test('g then t opens the transactions of the plan', () => {
  expect(pathFor('t', menu(3), everyPage)).toBe('/my-transaction-report');
  expect(pathFor('t', menu(4), everyPage)).toBe('/hc-transaction-history');
  expect(pathFor('t', menu(7), everyPage)).toBe('/all-transaction-report');
  expect(pathFor('t', menu(2), everyPage)).toBeNull();
});

test('g opens only pages of the user’s menu', () => {
  expect(pathFor('r', menu(4), everyPage)).toBe('/resource-center');
  expect(pathFor('r', menu(7), everyPage)).toBeNull();
  expect(pathFor('d', menu(7), everyPage)).toBe('/dashboard');
  expect(pathFor('p', menu(7), everyPage)).toBe('/profile');
  expect(pathFor('x', menu(7), everyPage)).toBeNull();
});
