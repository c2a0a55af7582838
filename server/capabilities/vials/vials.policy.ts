import { Plan } from '@vialkeep/contract/plans.ts';
import { only, ownPatients, type Policy, readersOfPatients } from '../../kernel/policy/policy.ts';

export const vialsPolicy: Policy = {
  'vials.read': readersOfPatients,
  'vials.change': { ...only([Plan.admin, Plan.superAdmin, Plan.patientsList]), ...only([Plan.lab], ownPatients) },
  'vials.delete_shipped': { ...only([Plan.admin, Plan.superAdmin]), ...only([Plan.lab], ownPatients) },
};
