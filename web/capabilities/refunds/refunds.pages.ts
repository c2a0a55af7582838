import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const refundsPages = [
  page({
    path: addresses.refunds,
    title: 'Refunds',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./refunds.screen.tsx')).RefundsScreen,
  }),
];
