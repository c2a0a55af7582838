import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const refundsPolicy: Policy = { 'refunds.administer': only(administrators) };
