import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy, readersOfPatients } from '../../kernel/policy/policy.ts';
import { ownList, ownPatients } from '../../kernel/policy/rules.ts';

export const patientsPolicy: Policy = {
  // All plans that can open a patient's record, each for the patients visible to them (S-20, F121).
  'patients.read': readersOfPatients,
  // Administrators and the Patients List plan change any patient; a lab changes its own (U-08).
  'patients.change': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
  'patients.change_identity': only(administrators),
  'patients.create': only(administrators),
  'patients.list_all': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
  'patients.of_center': ownOrAdministered([Plan.harvestCenter]),
  'patients.of_referral_center': ownOrAdministered([Plan.referralCenter]),
  // The route guard admits centers and affiliates; their list holds only their own patients (S-09).
  'patients.of_lab_center': {
    ...ownOrAdministered([Plan.lab]),
    ...only([Plan.harvestCenter, Plan.salesAffiliate], ownList),
  },
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
