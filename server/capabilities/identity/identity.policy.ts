import { everyone, ownOnly, type Policy } from '../../kernel/policy.ts';

export const identityPolicy: Policy = {
  'identity.hold': everyone(ownOnly),
};
