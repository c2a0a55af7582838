import { Plan } from '@vialkeep/contract/plans.ts';
import { ofChosenLab } from '../../components/bench/choice/of-chosen-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const ofBench = {
  frame: 'framed',
  onlyStoredPlans: [Plan.lab, Plan.admin, Plan.superAdmin],
  needsRight: 'bench.use',
} as const;

export const ordersPages = [
  page({
    path: addresses.benchOrders,
    title: 'Orders',
    ...ofBench,
    load: async () => ofChosenLab((await import('./orders.screen.tsx')).OrdersScreen),
  }),
  page({
    path: addresses.benchOrder,
    title: 'Order',
    ...ofBench,
    load: async () => (await import('./order.screen.tsx')).OrderScreen,
  }),
];
