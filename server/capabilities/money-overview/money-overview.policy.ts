import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const moneyOverviewPolicy: Policy = { 'money.overview': only(administrators) };
