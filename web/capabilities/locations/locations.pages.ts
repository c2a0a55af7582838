import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const locationsPages = [
  page({
    path: addresses.locations,
    title: 'Locations',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter, Plan.staff],
    orOrdersVials: true,
    load: async () => (await import('./locations.screen.tsx')).LocationsScreen,
  }),
];
