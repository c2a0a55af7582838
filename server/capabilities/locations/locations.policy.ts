import { administrators, only, ownOfBuyers, type Policy } from '../../kernel/policy/policy.ts';

export const locationsPolicy: Policy = {
  'locations.list': { ...ownOfBuyers, ...only(administrators) },
  'locations.list_others': only(administrators),
  'locations.change': ownOfBuyers,
};
