import { page } from '../../kernel/navigation/page.ts';

export const customSitesPages = [
  page({
    path: '/custom-site-registration',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    // S-26: whoever administers one custom site does not make others.
    needsRight: 'custom_sites.manage',
    load: async () => (await import('./custom-site.screen.tsx')).CustomSiteScreen,
  }),
];
