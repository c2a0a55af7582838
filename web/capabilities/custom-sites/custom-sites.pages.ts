import { page } from '../../kernel/page.ts';

export const customSitesPages = [
  page({
    path: '/custom-site-registration',
    frame: 'framed',
    load: async () => (await import('./custom-site.screen.tsx')).CustomSiteScreen,
  }),
];
