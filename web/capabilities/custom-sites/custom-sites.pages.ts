import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const customSitesPages = [
  page({
    path: '/custom-site-registration',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    // S-26: whoever administers one custom site does not make others.
    needsRight: 'custom_sites.manage',
    load: async () => (await import('./custom-site.screen.tsx')).CustomSiteScreen,
  }),
];
