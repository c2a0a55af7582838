import { page } from '../../kernel/navigation/page.ts';

export const auditPages = [
  page({
    path: '/security',
    title: 'Security',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./security.screen.tsx')).SecurityScreen,
  }),
];
