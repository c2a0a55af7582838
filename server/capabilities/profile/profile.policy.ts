import { everyone, only, ownAndSeen, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';

export const profilePolicy: Policy = {
  // `visibleTo` of the network decides which users a caller can read.
  'profile.read': { ...ownOrAdministered(), ...only([1, 3, 4, 5, 6, 8, 11, 15], ownAndSeen) },
  'profile.change': ownOrAdministered(),
  'profile.change_password': ownOrAdministered(),
  'profile.upload_logo': only([4, 5, 9, 7, 10]),
  'profile.preferences': everyone(),
};
