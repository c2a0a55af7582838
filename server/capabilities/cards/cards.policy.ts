import { administrators, only, ownOfBuyers, type Policy } from '../../kernel/policy/policy.ts';

export const cardsPolicy: Policy = {
  'cards.list': { ...ownOfBuyers, ...only(administrators) },
  'cards.list_others': only(administrators),
  'cards.change': ownOfBuyers,
};
