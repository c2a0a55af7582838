import { Plan } from '@vialkeep/contract/plans.ts';
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
  [Plan.lab]: ['needsYou', 'worklist', 'labPlots', 'labCenters', 'labPatients'],
  [Plan.generalMember]: ['sample', 'documents', 'vialsHistory', 'account'],
  [Plan.salesRep]: ['ownSales', 'referralLinks', 'account'],
  [Plan.harvestCenter]: ['needsYou', 'payments', 'vialStock', 'centerPatients'],
  [Plan.referralCenter]: ['needsYou', 'payments', 'vialStock', 'awaitedCenters', 'referralCenterPatients'],
  [Plan.salesManager]: ['ownSales', 'repTeam', 'account'],
  [Plan.admin]: ['waiting', 'revenue', 'users'],
  [Plan.salesDistributor]: ['ownSales', 'managerTeam', 'account'],
  [Plan.staff]: ['associatedCenters', 'account'],
  [Plan.superAdmin]: ['waiting', 'revenue', 'users'],
  [Plan.salesAffiliate]: ['ownSales', 'account'],
  [Plan.patientsList]: ['needsYou', 'allPatients'],
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
