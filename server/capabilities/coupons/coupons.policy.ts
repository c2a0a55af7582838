import { administrators, only, type Policy, type Rule } from '../../kernel/policy.ts';

const ORDERS_VIALS = 1;

const withTag1: Rule = { words: 'with tag 1', admits: (actor) => actor.tags.includes(ORDERS_VIALS) };

/** Those who buy: centers, referral centers, and whoever orders their own vials. */
export const couponsPolicy: Policy = {
  'coupons.administer': only(administrators),
  'coupons.validate': { ...only([4, 5]), ...only([2, 16], withTag1) },
};
