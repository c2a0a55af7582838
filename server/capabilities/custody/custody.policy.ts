import { Plan } from '@vialkeep/contract/plans.ts';
import { only, type Policy, readersOfPatients } from '../../kernel/policy/policy.ts';

export const custodyPolicy: Policy = {
  'custody.read': readersOfPatients,
  // Only the parties that store the sample, and administrators, read the notes about it.
  'custody.read_notes': only([Plan.lab, Plan.admin, Plan.superAdmin, Plan.patientsList]),
  // Positions, operators and batches concern the lab and administrators.
  'custody.read_bench': only([Plan.lab, Plan.admin, Plan.superAdmin]),
};
