import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';

/** A sign-up needs no permission. Adding a user to a team, on the same path, needs one (S-02). */
export const signUpPolicy: Policy = {
  'sign_up.add_sales_rep': { ...only([Plan.salesManager], ownOnly), ...only(administrators) },
};
