import { page } from '../../kernel/navigation/page.ts';

export const couponsPages = [
  page({
    path: '/coupon-manager',
    title: 'Coupon Code Manager',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./coupons.screen.tsx')).CouponsScreen,
  }),
];
