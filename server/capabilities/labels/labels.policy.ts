import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { ownPatients } from '../../kernel/policy/rules.ts';

export const labelsPolicy: Policy = {
  // Staff acting in a center have the center's permissions.
  'labels.request': only([Plan.harvestCenter, Plan.referralCenter], ownPatients),
  'labels.list_other': ownOrAdministered([Plan.harvestCenter, Plan.referralCenter]),
  'labels.administer': only(administrators),
  'labels.read_file': ownOrAdministered([Plan.harvestCenter, Plan.referralCenter]),
  'labels.reset_password': { ...only([Plan.harvestCenter, Plan.referralCenter], ownPatients), ...only(administrators) },
};
