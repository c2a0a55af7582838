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
 * The sections of a dashboard by the plan of the shown user. This is display only: the server authorises each section's
 * calls by the token.
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

/** Called without an id: the answer is about the user of the token. */
const ofTheToken: readonly Section[] = ['waiting', 'needsYou', 'worklist', 'labPlots', 'labPatients', 'vialStock'];

/** On a wide screen placed beside the section before it. */
const beside: readonly Section[] = ['vialStock'];

/** Groups the sections into rows. */
export function rowsOf(sections: readonly Section[]): readonly (readonly Section[])[] {
  const rows: Section[][] = [];
  for (const section of sections) {
    const last = rows.at(-1);
    if (last && beside.includes(section)) last.push(section);
    else rows.push([section]);
  }
  return rows;
}

/** While an administrator views an account, sections about the administrator's own token are left out (S-05). */
export function sectionsOf(plan: Plan, isViewing: boolean, ordersVials = false): readonly Section[] {
  const sections = withCheckout(byPlan[plan] ?? ['account'], plan, ordersVials);
  return isViewing ? sections.filter((section) => !ofTheToken.includes(section)) : sections;
}

/** For users who order vials and are neither a center nor a referral center; placed above the account card (F048). */
function withCheckout(sections: readonly Section[], plan: Plan, ordersVials: boolean): readonly Section[] {
  if (!ordersVials || !orderingPlans.includes(plan)) return sections;
  const end = sections.at(-1) === 'account' ? -1 : sections.length;
  return sections.toSpliced(end, 0, 'checkoutVials');
}
