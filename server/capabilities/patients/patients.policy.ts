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
    ...only([7, 10, 15]),
    ...only([1, 3, 4, 5, 6, 8, 11], ownPatients),
    ...only([2], ownOnly),
  },
  // U-08
  'patients.change': { ...only([7, 10, 15]), ...only([1], ownPatients) },
  'patients.change_identity': only(administrators),
  'patients.create': only(administrators),
  'patients.list_all': { ...only([7, 10, 15]), ...only([1], ownPatients) },
  'patients.of_center': ownOrAdministered([4]),
  'patients.of_referral_center': ownOrAdministered([5]),
  // S-09: the route guard lets centers and affiliates in, and they find what is theirs.
  'patients.of_lab_center': ownOrAdministered([1, 4, 11]),
  'patients.of_sales_rep': ownOrAdministered([3]),
  'patients.of_sales_manager': ownOrAdministered([6]),
  'patients.of_sales_distributor': ownOrAdministered([8]),
  'patients.stages': { ...only([7, 10, 15]), ...only([1, 3, 4, 5, 6, 8], ownPatients) },
  'patients.vial_stock': only([4, 5], ownPatients),
  'patients.sterility': { ...only([7, 10, 15]), ...only([1], ownPatients) },
};
