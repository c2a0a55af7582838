import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const couponsPages = [
  page({
    path: addresses.coupons,
    title: 'Coupon Code Manager',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./coupons.screen.tsx')).CouponsScreen,
  }),
];
