import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const sitePolicyPolicy: Policy = {
  'identity.policy': only(administrators),
  'users.review': only(administrators),
};
