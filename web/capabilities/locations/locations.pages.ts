import { page } from '../../kernel/page.ts';

export const locationsPages = [
  page({
    path: '/hc-locations',
    title: 'Locations',
    frame: 'framed',
    load: async () => (await import('./locations.screen.tsx')).LocationsScreen,
  }),
];
