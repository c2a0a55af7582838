import { everyone, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';

export const factorsPolicy: Policy = {
  'identity.read': everyone(ownOnly),
  'identity.manage': everyone(ownOnly),
  'identity.prove': everyone(ownOnly),
};
