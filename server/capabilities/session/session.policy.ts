import { administrators, everyone, notWhileActing, only, ownOnly, type Policy } from '../../kernel/policy.ts';

export const sessionPolicy: Policy = {
  'session.read': everyone(),
  'session.end': everyone(),
  'session.end_others': everyone(notWhileActing),
  'session.login_as': only(administrators, notWhileActing),
  'session.list_centers': { ...only([9], ownOnly), ...only(administrators) },
  'session.access_center': only([9], notWhileActing),
  'session.check_agreement': { ...everyone(ownOnly), ...only(administrators) },
};
