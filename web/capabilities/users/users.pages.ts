import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const usersPages = [
  page({
    path: addresses.inactiveUsers,
    title: 'All Inactive Users',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./list/inactive-users.screen.tsx')).InactiveUsersScreen,
  }),
];
