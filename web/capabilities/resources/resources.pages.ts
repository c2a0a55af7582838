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
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./assets-manager.screen.tsx')).AssetsManagerScreen,
  }),
];
