import { administrators, only, ownOrAdministered, ownPatients, type Policy } from '../../kernel/policy/policy.ts';

export const labelsPolicy: Policy = {
  // Staff acting in a center have the center's permissions.
  'labels.request': only([4, 5], ownPatients),
  'labels.list_other': ownOrAdministered([4, 5]),
  'labels.administer': only(administrators),
  'labels.read_file': ownOrAdministered([4, 5]),
  'labels.reset_password': { ...only([4, 5], ownPatients), ...only(administrators) },
};
