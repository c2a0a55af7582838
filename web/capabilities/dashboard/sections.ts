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
  | 'money'
  | 'ownSales'
  | 'commissions'
  | 'storage'
  | 'repTeam'
  | 'managerTeam'
  | 'account';

/**
 * The sections of a dashboard by the plan of the shown user. This is display only: the server authorises each section's
 * calls by the token.
 */
const byPlan: Partial<Record<Plan, readonly Section[]>> = {
  [Plan.lab]: ['needsYou', 'worklist', 'labPlots', 'labCenters', 'labPatients'],
  [Plan.generalMember]: ['sample', 'documents', 'vialsHistory', 'storage', 'account'],
  [Plan.salesRep]: ['ownSales', 'commissions', 'referralLinks', 'account'],
  [Plan.harvestCenter]: ['needsYou', 'payments', 'vialStock', 'centerPatients'],
  [Plan.referralCenter]: ['needsYou', 'payments', 'vialStock', 'awaitedCenters', 'referralCenterPatients'],
  [Plan.salesManager]: ['ownSales', 'commissions', 'repTeam', 'account'],
  [Plan.admin]: ['waiting', 'money', 'revenue', 'users'],
  [Plan.salesDistributor]: ['ownSales', 'commissions', 'managerTeam', 'account'],
  [Plan.staff]: ['associatedCenters', 'account'],
  [Plan.superAdmin]: ['waiting', 'money', 'revenue', 'users'],
  [Plan.salesAffiliate]: ['ownSales', 'commissions', 'account'],
  [Plan.patientsList]: ['needsYou', 'allPatients'],
};

/** Called without an id: the answer is about the user of the token. */
const ofTheToken: readonly Section[] = [
  'waiting',
  'money',
  'needsYou',
  'worklist',
  'labPlots',
  'labPatients',
  'vialStock',
  'commissions',
  'storage',
];

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
