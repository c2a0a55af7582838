import { Plan } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import { administrators, only, ownOfBuyers, type Policy } from '../../kernel/policy/policy.ts';
import { withTag1 } from '../../kernel/policy/rules.ts';

const buyers: readonly Plan[] = [Plan.generalMember, Plan.harvestCenter, Plan.referralCenter, Plan.staff, Plan.buyer];

export const cardsPolicy: Policy = {
  'cards.list': { ...ownOfBuyers, ...only(administrators) },
  'cards.list_others': only(administrators),
  'cards.change': ownOfBuyers,
  // Every account that may order vials pays with a card, too (C-11).
  'payments.tokenise': { ...only(orderingPlans, withTag1), ...only(buyers) },
};
