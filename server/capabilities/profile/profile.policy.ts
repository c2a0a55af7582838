import { administrators, everyone, only, ownOnly, type Policy } from '../../kernel/policy.ts';

export const profilePolicy: Policy = {
  'profile.read': { ...everyone(ownOnly), ...only(administrators) },
  'profile.change': { ...everyone(ownOnly), ...only(administrators) },
  'profile.change_password': { ...everyone(ownOnly), ...only(administrators) },
  'profile.upload_logo': only([4, 5, 9, 7, 10]),
  'profile.preferences': everyone(),
};
