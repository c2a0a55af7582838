import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const privacyPages = [
  page({
    path: addresses.privacyRequests,
    title: 'Privacy requests',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./privacy-requests.screen.tsx')).PrivacyRequestsScreen,
  }),
];
