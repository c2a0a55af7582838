import { page } from '../../kernel/page.ts';

export const resourcesPages = [
  page({
    path: '/resource-center',
    frame: 'framed',
    load: async () => (await import('./resource-center.screen.tsx')).ResourceCenterScreen,
  }),
  page({
    path: '/assets-manager',
    frame: 'framed',
    load: async () => (await import('./assets-manager.screen.tsx')).AssetsManagerScreen,
  }),
];
