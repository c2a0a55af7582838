import { Plan } from '@vialkeep/contract/plans.ts';
import {
  administrators,
  only,
  ownOnly,
  ownOrAdministered,
  ownPatients,
  type Policy,
} from '../../kernel/policy/policy.ts';

export const patientsPolicy: Policy = {
  // S-20, F121: whoever may open a patient's record, each the patients they have to do with.
  'patients.read': {
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
  // U-08
  'patients.change': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
  'patients.change_identity': only(administrators),
  'patients.create': only(administrators),
  'patients.list_all': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
  'patients.of_center': ownOrAdministered([Plan.harvestCenter]),
  'patients.of_referral_center': ownOrAdministered([Plan.referralCenter]),
  // S-09: the route guard lets centers and affiliates in, and they find what is theirs.
  'patients.of_lab_center': ownOrAdministered([Plan.lab, Plan.harvestCenter, Plan.salesAffiliate]),
  'patients.of_sales_rep': ownOrAdministered([Plan.salesRep]),
  'patients.of_sales_manager': ownOrAdministered([Plan.salesManager]),
  'patients.of_sales_distributor': ownOrAdministered([Plan.salesDistributor]),
  'patients.stages': {
    ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]),
    ...only(
      [Plan.lab, Plan.salesRep, Plan.harvestCenter, Plan.referralCenter, Plan.salesManager, Plan.salesDistributor],
      ownPatients,
    ),
  },
  'patients.vial_stock': only([Plan.harvestCenter, Plan.referralCenter], ownPatients),
  'patients.sterility': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
};
