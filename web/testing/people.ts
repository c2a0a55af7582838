import { type Plan, planNames } from '@vialkeep/contract/plans.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { member } from '../kernel/testing/people.ts';

/** A logged-in user of this plan. */
export function memberOf(plan: Plan, about: Partial<SessionUser> = {}): SessionUser {
  return member({ subscription: { id: plan, name: planNames[plan] }, ...about });
}
