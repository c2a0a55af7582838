import { page } from '../../kernel/page.ts';

export const dashboardPages = [
  page({
    path: '/dashboard',
    name: 'dashboard',
    frame: 'framed',
    load: async () => (await import('./dashboard.screen.tsx')).DashboardScreen,
  }),
];
