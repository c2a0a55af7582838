import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const resourcesPages = [
  page({
    path: '/resource-center',
    title: 'Resource Center',
    frame: 'framed',
    load: async () => (await import('./resource-center.screen.tsx')).ResourceCenterScreen,
  }),
  page({
    path: '/assets-manager',
    title: 'Assets Manager',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./assets-manager.screen.tsx')).AssetsManagerScreen,
  }),
];
