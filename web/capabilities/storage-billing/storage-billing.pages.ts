import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const storageBillingPages = [
  page({
    path: addresses.billing,
    title: 'Storage',
    frame: 'framed',
    onlyStoredPlans: [Plan.generalMember],
    load: async () => (await import('./own/billing.screen.tsx')).BillingScreen,
  }),
  page({
    path: addresses.storagePlans,
    title: 'Storage plans',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./plans/storage-plans.screen.tsx')).StoragePlansScreen,
  }),
];
