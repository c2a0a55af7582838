import { page } from '../../kernel/navigation/page.ts';

export const customSitesPages = [
  page({
    path: '/custom-site-registration',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    // An administrator of a custom site cannot create other sites (S-26).
    needsRight: 'custom_sites.manage',
    load: async () => (await import('./custom-site.screen.tsx')).CustomSiteScreen,
  }),
];
