import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const payoutsPages = [
  page({
    path: addresses.payouts,
    title: 'Payout runs',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./payouts.screen.tsx')).PayoutsScreen,
  }),
];
