import { administrators, everyone, only, type Policy } from '../../kernel/policy/policy.ts';
import { ownMembership } from '../../kernel/policy/rules.ts';

export const resourcesPolicy: Policy = {
  'resources.read': { ...everyone(ownMembership), ...only(administrators) },
  'resources.manage': only(administrators),
};
