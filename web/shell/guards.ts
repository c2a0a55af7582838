import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Page } from '../kernel/page.ts';

type Guarded = Pick<Page, 'frame' | 'onlyStoredPlans' | 'needsId' | 'needsQuery'>;

type Visit = {
  /** The plan of the stored user, or null while nobody is logged in. */
  plan: Plan | null;
  params: Readonly<Record<string, string | undefined>>;
  /** What stands after the '?' of the address. */
  search?: string;
};

/** Where a visit is sent instead, or null where it may stay. What is shown is then still decided by the server. */
export function sentElsewhere(
  page: Guarded,
  { plan, params, search }: Visit,
): '/' | '/unauthorized' | '/dashboard' | null {
  if (page.frame === 'framed' && plan === null) return '/';
  if (page.needsQuery && !new URLSearchParams(search).has(page.needsQuery)) return '/';
  if (page.onlyStoredPlans && (plan === null || !page.onlyStoredPlans.includes(plan))) return '/unauthorized';
  if (page.needsId && !params[page.needsId]) return '/dashboard';
  return null;
}
