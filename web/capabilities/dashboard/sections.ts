import type { Plan } from '@vialkeep/contract/plans.ts';

export type Section =
  | 'users'
  | 'associatedCenters'
  | 'noSalesRep'
  | 'needsYou'
  | 'worklist'
  | 'labPlots'
  | 'labCenters'
  | 'labPatients'
  | 'centerPatients'
  | 'referralCenterPatients'
  | 'allPatients'
  | 'sample'
  | 'vialsHistory'
  | 'account';

/**
 * What a dashboard shows, by the plan of the user it is shown for. Like the menu this is display only: each section's
 * calls are authorised by the token.
 */
const byPlan: Partial<Record<Plan, readonly Section[]>> = {
  1: ['needsYou', 'worklist', 'labPlots', 'labCenters', 'labPatients'],
  2: ['sample', 'vialsHistory', 'account'],
  4: ['noSalesRep', 'needsYou', 'centerPatients'],
  5: ['noSalesRep', 'needsYou', 'referralCenterPatients'],
  7: ['users'],
  9: ['associatedCenters', 'account'],
  10: ['users'],
  15: ['needsYou', 'allPatients'],
};

/** Asked without an id, for whoever the token is. */
const ofTheToken: readonly Section[] = ['needsYou', 'worklist', 'labPlots', 'labPatients'];

/** While an administrator views an account (S-05), without what would be the administrator's own. */
export function sectionsOf(plan: Plan, isViewing: boolean): readonly Section[] {
  const sections = byPlan[plan] ?? ['account'];
  return isViewing ? sections.filter((section) => !ofTheToken.includes(section)) : sections;
}
