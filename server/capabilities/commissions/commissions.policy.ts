import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';

/** The plans with a seat in a sale. */
export const payeePlans: readonly Plan[] = [
  Plan.salesRep,
  Plan.salesManager,
  Plan.salesDistributor,
  Plan.salesAffiliate,
];

export const commissionsPolicy: Policy = {
  'commissions.administer': only(administrators),
  'commissions.own': only(payeePlans, ownOnly),
  'commissions.statements': ownOrAdministered(payeePlans),
  'commissions.discuss': ownOrAdministered(payeePlans),
};
