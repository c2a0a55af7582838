import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const customSitesPages = [
  page({
    path: addresses.customSites,
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    // An administrator of a custom site cannot create other sites (S-26).
    needsRight: 'custom_sites.manage',
    load: async () => (await import('./custom-site.screen.tsx')).CustomSiteScreen,
  }),
];
