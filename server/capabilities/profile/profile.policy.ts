import { administrators, everyone, only, ownOnly, type Policy, type Rule } from '../../kernel/policy.ts';

/** Who that is, is the network's to say (`visibleTo`). */
const thoseTheySee: Rule = { words: 'own and those they see', admits: () => true };

export const profilePolicy: Policy = {
  'profile.read': {
    ...everyone(ownOnly),
    ...only([1, 3, 4, 5, 6, 8, 11, 15], thoseTheySee),
    ...only(administrators),
  },
  'profile.change': { ...everyone(ownOnly), ...only(administrators) },
  'profile.change_password': { ...everyone(ownOnly), ...only(administrators) },
  'profile.upload_logo': only([4, 5, 9, 7, 10]),
  'profile.preferences': everyone(),
};
