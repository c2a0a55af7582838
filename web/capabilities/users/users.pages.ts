import { page } from '../../kernel/navigation/page.ts';

export const usersPages = [
  page({
    path: '/inactive-users',
    title: 'All Inactive Users',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./list/inactive-users.screen.tsx')).InactiveUsersScreen,
  }),
];
