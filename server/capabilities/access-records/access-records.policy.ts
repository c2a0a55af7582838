import { administrators, everyone, only, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';

export const accessRecordsPolicy: Policy = { 'access.mine': everyone(ownOnly), 'access.read': only(administrators) };
