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
  'sales_teams.reps_of_manager': { ...ownOrAdministered([6]), 8: ownManagers },
  'sales_teams.of_distributor': ownOrAdministered([8]),
  'sales_teams.remove_rep': { 6: ownOnly, ...only(administrators, always) },
  'sales_teams.remove_manager': { 8: ownOnly, ...only(administrators, always) },
  'sales_teams.add_manager': { 8: ownOnly, ...only(administrators, always) },
};
