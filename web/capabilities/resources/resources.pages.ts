import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const resourcesPages = [
  page({
    path: addresses.resourceCenter,
    title: 'Resource Center',
    frame: 'framed',
    load: async () => (await import('./resource-center.screen.tsx')).ResourceCenterScreen,
  }),
  page({
    path: addresses.assetsManager,
    title: 'Assets Manager',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./assets-manager.screen.tsx')).AssetsManagerScreen,
  }),
];
