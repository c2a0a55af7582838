import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const dashboardPages = [
  page({
    path: addresses.dashboard,
    name: 'dashboard',
    frame: 'framed',
    load: async () => (await import('./dashboard.screen.tsx')).DashboardScreen,
  }),
];
