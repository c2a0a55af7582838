import { Plan } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import { only, type Policy, type Rule, withTag1 } from '../../kernel/policy/policy.ts';

/** Staff can buy inside a center's account; an administrator who acts in an account cannot. */
const notViewing: Rule = {
  words: 'not viewed by an administrator',
  admits: ({ acting }) => acting?.kind !== 'login_as',
};

const withTag1NotViewed: Rule = {
  words: `${withTag1.words}, ${notViewing.words}`,
  admits: (actor) => withTag1.admits(actor) && notViewing.admits(actor),
};

const centers: readonly Plan[] = [Plan.harvestCenter, Plan.referralCenter];

export const checkoutPolicy: Policy = {
  'checkout.buy': only(centers, notViewing),
  'checkout.buy_own_vials': only(orderingPlans, withTag1NotViewed),
  'checkout.number': { ...only(centers, notViewing), ...only(orderingPlans, withTag1NotViewed) },
};
