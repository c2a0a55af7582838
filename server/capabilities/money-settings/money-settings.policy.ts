import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const moneySettingsPolicy: Policy = { 'money.settings': only(administrators) };
