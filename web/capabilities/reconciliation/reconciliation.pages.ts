import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const reconciliationPages = [
  page({
    path: addresses.reconciliation,
    title: 'Reconciliation',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./reconciliation.screen.tsx')).ReconciliationScreen,
  }),
];
