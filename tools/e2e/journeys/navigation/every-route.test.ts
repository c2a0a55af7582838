import { expect, test } from 'vitest';
import { menuOfToday, pathsOf } from '../../../harness/documented-menus.ts';
import { routes } from '../../../harness/routes.ts';
import { demoAccounts } from '../../people/accounts.ts';
import { tours } from '../../tour/tours.ts';

test('every page of the portal is on a tour that photographs it and checks it for problems', () => {
  const visited = new Set(tours.flatMap(({ stops }) => stops.map(({ route }) => route)));
  // Every account of the demo has confirmed its address, and the page leaves such a visitor to the dashboard.
  const left = ['/email-not-confirmed'];
  expect(routes.filter((route) => !visited.has(route))).toEqual(left);
});

test.each(demoAccounts)('the tour of $account@ opens every page of its menu', ({ account, plan }) => {
  const tour = tours.find((one) => one.account === account);
  const visited = tour?.stops.map(({ route }) => route) ?? [];
  expect(pathsOf(menuOfToday(plan, [])).filter((path) => !visited.includes(path))).toEqual([]);
});
