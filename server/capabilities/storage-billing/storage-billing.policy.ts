import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { ownNotViewed, ownOnly } from '../../kernel/policy/rules.ts';

const patients: readonly Plan[] = [Plan.generalMember];

export const storageBillingPolicy: Policy = {
  'storage.administer': only(administrators),
  'storage.own': only(patients, ownOnly),
  'storage.change_own': only(patients, ownNotViewed),
  'storage.invoices': ownOrAdministered(patients),
};
