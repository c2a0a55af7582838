import type { Plan } from '@vialkeep/contract/plans.ts';

/** What the first visit of a page needs. Modules are paths below web/; `~user` and `~plan` stand in reads. */
export type FirstVisit = {
  /** In the router's syntax. */
  path: string;
  /** The plans that the page is for; null means all. */
  plans: readonly Plan[] | null;
  modules: readonly string[];
  reads: readonly string[];
  byPlan: Readonly<Record<string, { modules: readonly string[]; reads: readonly string[] }>>;
};
