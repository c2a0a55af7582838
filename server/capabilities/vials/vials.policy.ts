import { Plan } from '@vialkeep/contract/plans.ts';
import { only, ownOnly, ownPatients, type Policy } from '../../kernel/policy/policy.ts';

export const vialsPolicy: Policy = {
  'vials.read': {
    ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]),
    ...only(
      [
        Plan.lab,
        Plan.salesRep,
        Plan.harvestCenter,
        Plan.referralCenter,
        Plan.salesManager,
        Plan.salesDistributor,
        Plan.salesAffiliate,
      ],
      ownPatients,
    ),
    ...only([Plan.generalMember], ownOnly),
  },
  'vials.change': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
  'vials.delete_shipped': { ...only([Plan.admin, Plan.superAdmin]), ...only([Plan.lab], ownPatients) },
};
