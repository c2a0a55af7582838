import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const auditPages = [
  page({
    path: addresses.security,
    title: 'Security',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./security.screen.tsx')).SecurityScreen,
  }),
  page({
    path: addresses.securitySessions,
    title: 'Open sessions',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./all-sessions.screen.tsx')).AllSessionsScreen,
  }),
];
