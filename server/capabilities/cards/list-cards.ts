import { listCards } from '@vialkeep/contract/cards.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentCard } from './cards.present.ts';
import { cardsOf } from './cards.queries.ts';
import { mayChangeCards, resolveCardOwner } from './resolve-card-owner.ts';

export const listCardsHandler = handle(listCards, async (call) => {
  const owner = await resolveCardOwner(call, call.body.user_id);
  const rows = await cardsOf(call.db, owner);
  return {
    code: 'success' as const,
    payments: rows.map(presentCard),
    may: owner.userId === call.actor.userId && mayChangeCards(call) ? ['change' as const] : [],
  };
});
