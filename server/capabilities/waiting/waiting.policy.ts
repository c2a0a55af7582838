import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';

export const waitingPolicy: Policy = { 'waiting.read': only(administrators) };
