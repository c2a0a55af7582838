import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const cardsPages = [
  page({
    path: addresses.cards,
    title: 'Payments',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter, Plan.staff],
    orOrdersVials: true,
    load: async () => (await import('./cards.screen.tsx')).CardsScreen,
  }),
];
