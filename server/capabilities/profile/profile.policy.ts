import { Plan } from '@vialkeep/contract/plans.ts';
import { everyone, only, ownAndSeen, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';

export const profilePolicy: Policy = {
  // `visibleTo` of the network decides which users a caller can read.
  'profile.read': {
    ...ownOrAdministered(),
    ...only(
      [
        Plan.lab,
        Plan.salesRep,
        Plan.harvestCenter,
        Plan.referralCenter,
        Plan.salesManager,
        Plan.salesDistributor,
        Plan.salesAffiliate,
        Plan.patientsList,
      ],
      ownAndSeen,
    ),
  },
  'profile.change': ownOrAdministered(),
  'profile.change_password': ownOrAdministered(),
  'profile.upload_logo': only([Plan.harvestCenter, Plan.referralCenter, Plan.staff, Plan.admin, Plan.superAdmin]),
  'profile.preferences': everyone(),
};
