import { page } from '../../kernel/navigation/page.ts';

export const salesTeamsPages = [
  page({
    path: '/add-sales-rep',
    frame: 'framed',
    onlyStoredPlans: [6],
    load: async () => (await import('./add-member.screens.tsx')).AddSalesRepScreen,
  }),
  page({
    path: '/add-sales-manager',
    frame: 'framed',
    onlyStoredPlans: [8],
    load: async () => (await import('./add-member.screens.tsx')).AddSalesManagerScreen,
  }),
  page({
    path: '/all-manager-sr-team',
    title: 'All Sales Rep Report',
    frame: 'framed',
    onlyStoredPlans: [8],
    load: async () => (await import('./team-reps.screen.tsx')).TeamRepsScreen,
  }),
];
