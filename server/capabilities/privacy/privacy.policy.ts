import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, everyone, only, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';

export const privacyPolicy: Policy = {
  'privacy.request': everyone(ownOnly),
  'privacy.decide': only(administrators),
  'privacy.read_papers': only([Plan.superAdmin]),
};
