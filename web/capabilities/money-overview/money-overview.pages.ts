import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const overview = {
  title: 'Money',
  frame: 'framed',
  onlyStoredPlans: [Plan.admin, Plan.superAdmin],
  load: async () => (await import('./money-overview.screen.tsx')).MoneyOverviewScreen,
} as const;

export const moneyOverviewPages = [
  page({ path: addresses.money, ...overview }),
  page({ path: addresses.moneyOverview, ...overview }),
];
