import { administrators, everyone, only, type Policy, type Rule } from '../../kernel/policy/policy.ts';

const ownMembership: Rule = { words: 'own membership', admits: () => true };

export const resourcesPolicy: Policy = {
  'resources.read': { ...everyone(ownMembership), ...only(administrators) },
  'resources.manage': only(administrators),
};
