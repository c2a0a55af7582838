import { Plan } from '@vialkeep/contract/plans.ts';
import { only, ownOnly, ownPatients, type Policy } from '../../kernel/policy/policy.ts';

export const custodyPolicy: Policy = {
  'custody.read': {
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
  // Only the parties that store the sample, and administrators, read the notes about it.
  'custody.read_notes': only([Plan.lab, Plan.admin, Plan.superAdmin, Plan.patientsList]),
};
