import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const locationsPages = [
  page({
    path: '/hc-locations',
    title: 'Locations',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter, Plan.staff],
    orOrdersVials: true,
    load: async () => (await import('./locations.screen.tsx')).LocationsScreen,
  }),
];
