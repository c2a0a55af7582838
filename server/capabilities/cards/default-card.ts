import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { type CardRow, cardsOf } from './cards.queries.ts';

/** The card that is charged where none is named; null where the user has no card at this gateway. */
export async function defaultCardOf(
  db: Db,
  { payments }: Pick<Services, 'payments'>,
  userId: number,
): Promise<CardRow | null> {
  const [card] = await cardsOf(db, { userId: UserId.parse(userId), gateway: payments.name });
  return card ?? null;
}
