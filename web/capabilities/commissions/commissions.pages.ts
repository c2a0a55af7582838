import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const commissionsPages = [
  page({
    path: addresses.commissionLines,
    title: 'Commissions',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./lines/lines.screen.tsx')).CommissionLinesScreen,
  }),
  page({
    path: addresses.commissionPlans,
    title: 'Commission plans',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./plans/plans.screen.tsx')).CommissionPlansScreen,
  }),
  page({
    path: addresses.myCommissions,
    title: 'My commissions',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesRep, Plan.salesManager, Plan.salesDistributor, Plan.salesAffiliate],
    load: async () => (await import('./own/my-commissions.screen.tsx')).MyCommissionsScreen,
  }),
];
