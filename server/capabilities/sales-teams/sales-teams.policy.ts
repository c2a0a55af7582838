import { Plan } from '@vialkeep/contract/plans.ts';
import {
  administrators,
  always,
  only,
  ownOnly,
  ownOrAdministered,
  type Policy,
  type Rule,
} from '../../kernel/policy/policy.ts';

const ownManagers: Rule = { words: 'of own managers', admits: () => true };

export const salesTeamsPolicy: Policy = {
  'sales_teams.reps_of_manager': { ...ownOrAdministered([Plan.salesManager]), [Plan.salesDistributor]: ownManagers },
  'sales_teams.of_distributor': ownOrAdministered([Plan.salesDistributor]),
  'sales_teams.remove_rep': { [Plan.salesManager]: ownOnly, ...only(administrators, always) },
  'sales_teams.remove_manager': { [Plan.salesDistributor]: ownOnly, ...only(administrators, always) },
  'sales_teams.add_manager': { [Plan.salesDistributor]: ownOnly, ...only(administrators, always) },
};
