import { Plan } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import { only, type Policy } from '../../kernel/policy/policy.ts';
import { notViewed, withTag1NotViewed } from '../../kernel/policy/rules.ts';

const centers: readonly Plan[] = [Plan.harvestCenter, Plan.referralCenter];

export const checkoutPolicy: Policy = {
  'checkout.buy': only(centers, notViewed),
  'checkout.buy_own_vials': only(orderingPlans, withTag1NotViewed),
  'checkout.number': { ...only(centers, notViewed), ...only(orderingPlans, withTag1NotViewed) },
};
