import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const identityPolicyPages = [
  page({
    path: addresses.identityPolicy,
    title: 'Policy',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./identity-policy.screen.tsx')).IdentityPolicyScreen,
  }),
];
