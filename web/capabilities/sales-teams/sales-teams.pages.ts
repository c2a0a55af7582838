import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const salesTeamsPages = [
  page({
    path: addresses.addSalesRep,
    frame: 'framed',
    onlyStoredPlans: [Plan.salesManager],
    load: async () => (await import('./add-member.screens.tsx')).AddSalesRepScreen,
  }),
  page({
    path: addresses.addSalesManager,
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./add-member.screens.tsx')).AddSalesManagerScreen,
  }),
  page({
    path: addresses.teamReps,
    title: 'All Sales Rep Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./team-reps.screen.tsx')).TeamRepsScreen,
  }),
];
