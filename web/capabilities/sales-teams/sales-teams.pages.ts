import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const salesTeamsPages = [
  page({
    path: '/add-sales-rep',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesManager],
    load: async () => (await import('./add-member.screens.tsx')).AddSalesRepScreen,
  }),
  page({
    path: '/add-sales-manager',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./add-member.screens.tsx')).AddSalesManagerScreen,
  }),
  page({
    path: '/all-manager-sr-team',
    title: 'All Sales Rep Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./team-reps.screen.tsx')).TeamRepsScreen,
  }),
];
