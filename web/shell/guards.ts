import { ordersOwnVials, type Plan } from '@vialkeep/contract/plans.ts';
import type { Page } from '../kernel/navigation/page.ts';

type Guarded = Pick<Page, 'frame' | 'onlyStoredPlans' | 'orOrdersVials' | 'needsRight' | 'needsId' | 'needsQuery'>;

type Visit = {
  /** The plan of the stored user, or null without a login. */
  plan: Plan | null;
  /** The tags of the stored user. */
  tags?: readonly number[];
  /** The rights from the server; null if the request failed. */
  may?: readonly string[] | null;
  params: Readonly<Record<string, string | undefined>>;
  /** The query of the address, after the '?'. */
  search?: string;
};

/** The redirect of a visit, or null if the page may open. The server still authorises every call. */
export function redirectFor(page: Guarded, visit: Visit): '/' | '/unauthorized' | '/dashboard' | null {
  const { plan, params, search } = visit;
  if (page.frame === 'framed' && plan === null) return '/';
  if (page.needsQuery && !new URLSearchParams(search).has(page.needsQuery)) return '/';
  if (!isFor(page, visit)) return '/unauthorized';
  if (page.needsId && !params[page.needsId]) return '/dashboard';
  return null;
}

/** Whether the stored tags decide, which an administrator can change. */
export function dependsOnTags(page: Guarded, plan: Plan | null): boolean {
  return page.orOrdersVials === true && (plan === null || !page.onlyStoredPlans?.includes(plan));
}

function isFor(page: Guarded, { plan, tags = [], may = null }: Visit): boolean {
  if (page.needsRight && may && !may.includes(page.needsRight)) return false;
  if (!page.onlyStoredPlans) return true;
  if (plan === null) return false;
  return page.onlyStoredPlans.includes(plan) || (page.orOrdersVials === true && ordersOwnVials({ plan, tags }));
}
