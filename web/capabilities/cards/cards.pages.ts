import { page } from '../../kernel/page.ts';

export const cardsPages = [
  page({
    path: '/hc-payments',
    title: 'Payments',
    frame: 'framed',
    load: async () => (await import('./cards.screen.tsx')).CardsScreen,
  }),
];
