import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { planNames, plans } from '@vialkeep/contract/plans.ts';
import type { Permissions } from './policy.ts';

/** Who may make a call, as a phrase for people: 'everyone (own)', 'Admin, Super Admin'. */
export function describeAccess(route: Route, permissions: Permissions): string {
  if (route.access === 'public') return 'every caller, without a session';
  const row = permissions.table[route.access] ?? {};
  const byWords = Map.groupBy(
    plans.filter((plan) => row[plan]),
    (plan) => row[plan]?.words ?? '',
  );
  return [...byWords]
    .map(([words, some]) => {
      const names = some.length === plans.length ? 'everyone' : some.map((plan) => planNames[plan]).join(', ');
      return words === 'yes' ? names : `${names} (${words})`;
    })
    .join('; ');
}
