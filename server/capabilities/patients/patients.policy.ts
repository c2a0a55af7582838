import {
  administrators,
  only,
  ownOnly,
  ownOrAdministered,
  ownPatients,
  type Policy,
} from '../../kernel/policy/policy.ts';

export const patientsPolicy: Policy = {
  // All plans that can open a patient's record, each for the patients visible to them (S-20, F121).
  'patients.read': {
    ...only([7, 10, 15]),
    ...only([1, 3, 4, 5, 6, 8, 11], ownPatients),
    ...only([2], ownOnly),
  },
  // Administrators and the Patients List plan change any patient; a lab changes its own (U-08).
  'patients.change': { ...only([7, 10, 15]), ...only([1], ownPatients) },
  'patients.change_identity': only(administrators),
  'patients.create': only(administrators),
  'patients.list_all': { ...only([7, 10, 15]), ...only([1], ownPatients) },
  'patients.of_center': ownOrAdministered([4]),
  'patients.of_referral_center': ownOrAdministered([5]),
  // The route guard admits centers and affiliates; their list holds only their own patients (S-09).
  'patients.of_lab_center': ownOrAdministered([1, 4, 11]),
  'patients.of_sales_rep': ownOrAdministered([3]),
  'patients.of_sales_manager': ownOrAdministered([6]),
  'patients.of_sales_distributor': ownOrAdministered([8]),
  'patients.stages': { ...only([7, 10, 15]), ...only([1, 3, 4, 5, 6, 8], ownPatients) },
  'patients.vial_stock': only([4, 5], ownPatients),
  'patients.sterility': { ...only([7, 10, 15]), ...only([1], ownPatients) },
};
