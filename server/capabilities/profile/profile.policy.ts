import { Plan } from '@vialkeep/contract/plans.ts';
import { everyone, only, overseers, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { ownAndSeen } from '../../kernel/policy/rules.ts';

export const profilePolicy: Policy = {
  // `visibleTo` of the network decides which users a caller can read.
  'profile.read': {
    ...ownOrAdministered(),
    ...only([...overseers, Plan.patientsList], ownAndSeen),
  },
  'profile.change': ownOrAdministered(),
  'profile.change_password': ownOrAdministered(),
  'profile.upload_logo': only([Plan.harvestCenter, Plan.referralCenter, Plan.staff, Plan.admin, Plan.superAdmin]),
  'profile.preferences': everyone(),
};
