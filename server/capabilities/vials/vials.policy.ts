import { Plan } from '@vialkeep/contract/plans.ts';
import { only, type Policy, readersOfPatients } from '../../kernel/policy/policy.ts';
import { ownPatients } from '../../kernel/policy/rules.ts';

export const vialsPolicy: Policy = {
  'vials.read': readersOfPatients,
  'vials.change': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
  'vials.delete_shipped': { ...only([Plan.admin, Plan.superAdmin]), ...only([Plan.lab], ownPatients) },
};
