import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const journalPolicy: Policy = { 'journal.read': only(administrators) };
