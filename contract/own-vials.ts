import { Plan, plans } from './plans.ts';

/** The plans that buy for their patients. */
export const buyingCenters = [Plan.harvestCenter, Plan.referralCenter] as const;

/** The plans that order vials for themselves, once they have tag 1 (C-11). */
export const orderingPlans: readonly Plan[] = plans.filter((plan) => !buyingCenters.some((center) => center === plan));

export const ORDERS_VIALS = 1;

export function ordersOwnVials({ plan, tags }: { plan: Plan; tags: readonly number[] }): boolean {
  return orderingPlans.includes(plan) && tags.includes(ORDERS_VIALS);
}
