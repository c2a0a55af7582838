import type { Plan } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';

export type Section =
  | 'users'
  | 'associatedCenters'
  | 'referralLinks'
  | 'needsYou'
  | 'worklist'
  | 'labPlots'
  | 'labCenters'
  | 'labPatients'
  | 'payments'
  | 'vialStock'
  | 'awaitedCenters'
  | 'centerPatients'
  | 'referralCenterPatients'
  | 'allPatients'
  | 'sample'
  | 'documents'
  | 'vialsHistory'
  | 'checkoutVials'
  | 'waiting'
  | 'revenue'
  | 'ownSales'
  | 'repTeam'
  | 'managerTeam'
  | 'account';

/**
 * What a dashboard shows, by the plan of the user it is shown for. Like the menu this is display only: each section's
 * calls are authorised by the token.
 */
const byPlan: Partial<Record<Plan, readonly Section[]>> = {
  1: ['needsYou', 'worklist', 'labPlots', 'labCenters', 'labPatients'],
  2: ['sample', 'documents', 'vialsHistory', 'account'],
  3: ['ownSales', 'referralLinks', 'account'],
  4: ['needsYou', 'payments', 'vialStock', 'centerPatients'],
  5: ['needsYou', 'payments', 'vialStock', 'awaitedCenters', 'referralCenterPatients'],
  6: ['ownSales', 'repTeam', 'account'],
  7: ['waiting', 'revenue', 'users'],
  8: ['ownSales', 'managerTeam', 'account'],
  9: ['associatedCenters', 'account'],
  10: ['waiting', 'revenue', 'users'],
  11: ['ownSales', 'account'],
  15: ['needsYou', 'allPatients'],
};

/** Asked without an id, for whoever the token is. */
const ofTheToken: readonly Section[] = ['waiting', 'needsYou', 'worklist', 'labPlots', 'labPatients', 'vialStock'];

/** On a wide screen beside the one before it. */
const beside: readonly Section[] = ['vialStock'];

/** What stands in one row. */
export function rowsOf(sections: readonly Section[]): readonly (readonly Section[])[] {
  const rows: Section[][] = [];
  for (const section of sections) {
    const last = rows.at(-1);
    if (last && beside.includes(section)) last.push(section);
    else rows.push([section]);
  }
  return rows;
}

/** While an administrator views an account (S-05), without what would be the administrator's own. */
export function sectionsOf(plan: Plan, isViewing: boolean, ordersVials = false): readonly Section[] {
  const sections = withCheckout(byPlan[plan] ?? ['account'], plan, ordersVials);
  return isViewing ? sections.filter((section) => !ofTheToken.includes(section)) : sections;
}

/** F048: for whoever orders vials and is neither a center nor a referral center, below everything but the account. */
function withCheckout(sections: readonly Section[], plan: Plan, ordersVials: boolean): readonly Section[] {
  if (!ordersVials || !orderingPlans.includes(plan)) return sections;
  const end = sections.at(-1) === 'account' ? -1 : sections.length;
  return sections.toSpliced(end, 0, 'checkoutVials');
}
