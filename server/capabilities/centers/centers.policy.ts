import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';

export const centersPolicy: Policy = {
  'centers.administer': only(administrators),
  'centers.create': only(administrators),
  'centers.associate': only(administrators),
  'centers.choose': { ...ownOrAdministered([1]), ...only([15]) },
  'centers.labs': ownOrAdministered([1]),
  'centers.of_lab': ownOrAdministered([1, 4, 11]),
  'centers.of_referral': ownOrAdministered([5]),
  'centers.of_sales_rep': ownOrAdministered([3]),
  'centers.list_staff': ownOrAdministered([4]),
  'centers.change_staff': ownOrAdministered([4]),
  'centers.decide_referral': ownOrAdministered([4]),
};
