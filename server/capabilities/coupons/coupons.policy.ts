import { Plan } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { withTag1 } from '../../kernel/policy/rules.ts';

/** Buyers validate coupons: centers, referral centers, and members who order their own vials. */
export const couponsPolicy: Policy = {
  'coupons.administer': only(administrators),
  'coupons.validate': { ...only([Plan.harvestCenter, Plan.referralCenter]), ...only(orderingPlans, withTag1) },
};
