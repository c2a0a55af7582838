import { administrators, everyone, only, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';

export const identityPolicy: Policy = {
  'identity.hold': everyone(ownOnly),
  'identity.reset': only(administrators),
};
