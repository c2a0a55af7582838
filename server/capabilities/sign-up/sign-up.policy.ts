import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOnly, type Policy } from '../../kernel/policy/policy.ts';

/** Signing up needs no right. Adding somebody to a team does, on the same path (S-02). */
export const signUpPolicy: Policy = {
  'sign_up.add_sales_rep': { ...only([Plan.salesManager], ownOnly), ...only(administrators) },
};
