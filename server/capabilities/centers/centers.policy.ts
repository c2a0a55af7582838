import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { ownList } from '../../kernel/policy/rules.ts';

export const centersPolicy: Policy = {
  'centers.administer': only(administrators),
  'centers.create': only(administrators),
  'centers.associate': only(administrators),
  'centers.choose': { ...ownOrAdministered([Plan.lab], ownList), ...only([Plan.patientsList]) },
  'centers.labs': ownOrAdministered([Plan.lab]),
  'centers.of_lab': { ...ownOrAdministered([Plan.lab]), ...only([Plan.harvestCenter, Plan.salesAffiliate], ownList) },
  'centers.of_referral': ownOrAdministered([Plan.referralCenter]),
  'centers.of_sales_rep': ownOrAdministered([Plan.salesRep]),
  'centers.list_staff': ownOrAdministered([Plan.harvestCenter]),
  'centers.change_staff': ownOrAdministered([Plan.harvestCenter]),
  'centers.decide_referral': ownOrAdministered([Plan.harvestCenter]),
};
