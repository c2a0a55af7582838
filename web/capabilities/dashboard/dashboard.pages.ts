import { page } from '../../kernel/navigation/page.ts';

export const dashboardPages = [
  page({
    path: '/dashboard',
    name: 'dashboard',
    frame: 'framed',
    load: async () => (await import('./dashboard.screen.tsx')).DashboardScreen,
  }),
];
