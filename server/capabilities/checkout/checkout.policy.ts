import type { Plan } from '@vialkeep/contract/plans.ts';
import { only, type Policy, type Rule } from '../../kernel/policy.ts';

const ORDERS_VIALS = 1;

const withTag1: Rule = {
  words: 'with tag 1, not viewed by an administrator',
  admits: ({ tags, acting }) => tags.includes(ORDERS_VIALS) && acting?.kind !== 'login_as',
};

/** Staff buy from inside a center's account; an administrator who looks at one pays for nobody. */
const notViewing: Rule = {
  words: 'not viewed by an administrator',
  admits: ({ acting }) => acting?.kind !== 'login_as',
};

const centers: readonly Plan[] = [4, 5];
const orderers: readonly Plan[] = [2, 16];

export const checkoutPolicy: Policy = {
  'checkout.buy': only(centers, notViewing),
  'checkout.buy_own_vials': only(orderers, withTag1),
  'checkout.number': { ...only(centers, notViewing), ...only(orderers, withTag1) },
};
