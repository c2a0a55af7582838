import { Plan } from '@vialkeep/contract/plans.ts';
import { refuse } from '../http/refuse.ts';
import type { Actor } from './actor.ts';

/** The plans of which people sign up by themselves and then create accounts or write to other people. */
const reviewedPlans: readonly Plan[] = [
  Plan.harvestCenter,
  Plan.referralCenter,
  Plan.salesManager,
  Plan.salesDistributor,
];

/** True for a plan whose self-made accounts are reviewed, where the site asks for reviews. */
export function isPlanReviewed(plan: Plan): boolean {
  return reviewedPlans.includes(plan);
}

/** Refuses an account that its owner made and no administrator has reviewed yet, where the site asks for a review. */
export function requireReviewed({ identity, plan }: Actor): void {
  if (identity.awaitsReview && isPlanReviewed(plan)) throw refuse('awaiting_review');
}
