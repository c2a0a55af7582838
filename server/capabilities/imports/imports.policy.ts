import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { notWhileActing } from '../../kernel/policy/rules.ts';

export const importsPolicy: Policy = {
  'imports.manage': only(administrators, notWhileActing),
};
