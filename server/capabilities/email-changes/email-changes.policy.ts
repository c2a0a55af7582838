import { everyone, ownOnly, type Policy } from '../../kernel/policy/policy.ts';

export const emailChangesPolicy: Policy = {
  'email_changes.read': everyone(ownOnly),
  'email_changes.change': everyone(ownOnly),
};
