import { page } from '../../kernel/navigation/page.ts';

export const cardsPages = [
  page({
    path: '/hc-payments',
    title: 'Payments',
    frame: 'framed',
    onlyStoredPlans: [4, 5, 9],
    orOrdersVials: true,
    load: async () => (await import('./cards.screen.tsx')).CardsScreen,
  }),
];
