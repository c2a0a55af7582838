import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const inspectionsPolicy: Policy = { 'inspections.manage': only(administrators) };
