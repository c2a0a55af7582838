import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';

export const transactionsPolicy: Policy = {
  'transactions.list': only(administrators),
  'transactions.edit': only(administrators),
  'transactions.provider_details': only(administrators),
  // Staff read it while acting in the center's account, with the center's permissions.
  'transactions.of_center': ownOrAdministered([4]),
  'transactions.of_referral_center': ownOrAdministered([5]),
  'transactions.of_rep': ownOrAdministered([3]),
  'transactions.of_manager': ownOrAdministered([6]),
  'transactions.of_distributor': ownOrAdministered([8]),
  'transactions.own_sales': ownOrAdministered([3, 6, 8, 11]),
};
