import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const auditPolicy: Policy = { 'audit.read': only(administrators) };
