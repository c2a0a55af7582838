import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const payoutsPolicy: Policy = { 'payouts.administer': only(administrators) };
