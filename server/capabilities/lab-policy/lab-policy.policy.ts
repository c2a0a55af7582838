import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';

export const labPolicyPolicy: Policy = {
  'lab_policy.set': only(administrators),
  'lab_policy.operators': ownOrAdministered([Plan.lab]),
  'bench.use': ownOrAdministered([Plan.lab]),
  // Refused while acting by `proveSigner`.
  'bench.sign': ownOrAdministered([Plan.lab]),
};
