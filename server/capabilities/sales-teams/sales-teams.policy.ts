import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { always, ownManagers, ownOnly } from '../../kernel/policy/rules.ts';

export const salesTeamsPolicy: Policy = {
  'sales_teams.reps_of_manager': { ...ownOrAdministered([Plan.salesManager]), [Plan.salesDistributor]: ownManagers },
  'sales_teams.of_distributor': ownOrAdministered([Plan.salesDistributor]),
  'sales_teams.remove_rep': { [Plan.salesManager]: ownOnly, ...only(administrators, always) },
  'sales_teams.remove_manager': { [Plan.salesDistributor]: ownOnly, ...only(administrators, always) },
  'sales_teams.add_manager': { [Plan.salesDistributor]: ownOnly, ...only(administrators, always) },
};
