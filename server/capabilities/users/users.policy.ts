import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, everyone, only, type Policy } from '../../kernel/policy/policy.ts';

export const usersPolicy: Policy = {
  'users.list': only(administrators),
  'users.memberships': everyone(),
  'users.create': only(administrators),
  'users.edit': only(administrators),
  'users.activate': only(administrators),
  'users.delete': only(administrators),
  'users.email_exists': only([
    Plan.harvestCenter,
    Plan.referralCenter,
    Plan.salesManager,
    Plan.admin,
    Plan.salesDistributor,
    Plan.superAdmin,
  ]),
};
