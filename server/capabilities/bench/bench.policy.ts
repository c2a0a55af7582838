import { type Policy, readersOfPatients } from '../../kernel/policy/policy.ts';

export const benchPolicy: Policy = { 'vials.passport': readersOfPatients };
