import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';

export const transactionsPolicy: Policy = {
  'transactions.list': only(administrators),
  'transactions.edit': only(administrators),
  'transactions.provider_details': only(administrators),
  // Staff read it while acting in the center's account, with the center's permissions.
  'transactions.of_center': ownOrAdministered([Plan.harvestCenter]),
  'transactions.of_referral_center': ownOrAdministered([Plan.referralCenter]),
  'transactions.of_rep': ownOrAdministered([Plan.salesRep]),
  'transactions.of_manager': ownOrAdministered([Plan.salesManager]),
  'transactions.of_distributor': ownOrAdministered([Plan.salesDistributor]),
  'transactions.own_sales': ownOrAdministered([
    Plan.salesRep,
    Plan.salesManager,
    Plan.salesDistributor,
    Plan.salesAffiliate,
  ]),
};
