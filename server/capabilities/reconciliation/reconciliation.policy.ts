import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { onMainSite } from '../../kernel/policy/rules.ts';

export const reconciliationPolicy: Policy = {
  'reconciliation.administer': only(administrators),
  // A run reads the transactions of every site.
  'reconciliation.run': only(administrators, onMainSite),
};
