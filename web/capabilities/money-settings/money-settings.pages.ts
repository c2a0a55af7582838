import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const moneySettingsPages = [
  page({
    path: addresses.moneySettings,
    title: 'Money settings',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./money-settings.screen.tsx')).MoneySettingsScreen,
  }),
];
