import { everyone, ownOnly, type Policy } from '../../kernel/policy/policy.ts';

export const identityPolicy: Policy = {
  'identity.hold': everyone(ownOnly),
};
