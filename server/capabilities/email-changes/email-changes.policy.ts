import { everyone, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';

export const emailChangesPolicy: Policy = {
  'email_changes.read': everyone(ownOnly),
  'email_changes.change': everyone(ownOnly),
};
