import { Plan } from '@vialkeep/contract/plans.ts';
import { only, type Policy } from '../../kernel/policy/policy.ts';

export const sitesPolicy: Policy = {
  'sites.list': only([Plan.admin, Plan.superAdmin, Plan.patientsList]),
};
