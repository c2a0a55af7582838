import { page } from '../../kernel/navigation/page.ts';

export const locationsPages = [
  page({
    path: '/hc-locations',
    title: 'Locations',
    frame: 'framed',
    onlyStoredPlans: [4, 5, 9],
    orOrdersVials: true,
    load: async () => (await import('./locations.screen.tsx')).LocationsScreen,
  }),
];
