import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { cardsOf, lockCards, moveDefault } from './cards.queries.ts';

/** Makes one of the user's own cards the default; false if the user has no such card (S-17). */
export async function chooseDefaultCard(
  work: Work,
  { payments }: Pick<Services, 'payments'>,
  userId: UserId,
  paymentProfileId: string,
): Promise<boolean> {
  const owner = { userId, gateway: payments.name };
  await lockCards(work, userId);
  const card = (await cardsOf(work.db, owner)).find(({ card_id }) => card_id === paymentProfileId);
  if (card) await moveDefault(work, owner, card.id);
  return card !== undefined;
}
