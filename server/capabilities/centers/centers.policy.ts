import { administrators, only, ownOnly, type Policy } from '../../kernel/policy.ts';

export const centersPolicy: Policy = {
  'centers.administer': only(administrators),
  'centers.create': only(administrators),
  'centers.associate': only(administrators),
  'centers.choose': { ...only([1], ownOnly), ...only([15, ...administrators]) },
  'centers.labs': { ...only([1], ownOnly), ...only(administrators) },
  'centers.of_lab': { ...only([1, 4, 11], ownOnly), ...only(administrators) },
  'centers.of_referral': { ...only([5], ownOnly), ...only(administrators) },
  'centers.of_sales_rep': { ...only([3], ownOnly), ...only(administrators) },
  'centers.list_staff': { ...only([4], ownOnly), ...only(administrators) },
  'centers.change_staff': { ...only([4], ownOnly), ...only(administrators) },
};
