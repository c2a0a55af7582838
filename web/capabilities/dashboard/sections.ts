import type { Plan } from '@vialkeep/contract/plans.ts';

export type Section = 'users' | 'centers' | 'account';

/**
 * What a dashboard shows, by the plan of the user it is shown for. Like the menu this is display only: each section's
 * calls are authorised by the token.
 */
const byPlan: Partial<Record<Plan, readonly Section[]>> = {
  7: ['users'],
  9: ['centers', 'account'],
  10: ['users'],
};

export function sectionsOf(plan: Plan): readonly Section[] {
  return byPlan[plan] ?? ['account'];
}
