import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db, Work } from '../../kernel/db/db.ts';

/** Whose cards, and at which gateway: what another one keeps cannot be charged here. */
export type Owner = { readonly userId: UserId; readonly gateway: string };

export type CardRow = Awaited<ReturnType<typeof cardsOf>>[number];

/** The default first, then the newest. */
export function cardsOf(db: Db, { userId, gateway }: Owner) {
  return db
    .selectFrom('saved_cards')
    .select(['id', 'customer_id', 'card_id', 'brand', 'last4', 'holder', 'expires', 'is_default'])
    .where('user_id', '=', userId)
    .where('gateway', '=', gateway)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** As the gateway knows this user, or is about to. */
export function customerOf(db: Db, { userId, gateway }: Owner) {
  return db
    .selectFrom('payment_customers')
    .select(['reference', 'customer_id'])
    .where('user_id', '=', userId)
    .where('gateway', '=', gateway)
    .executeTakeFirst();
}

/** The customer that the gateway knows each of these users as, and the card that is charged unless another is named. */
export function profilesOf(db: Db, gateway: string, ids: readonly number[]) {
  return db
    .selectFrom('payment_customers')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('saved_cards')
          .select('card_id')
          .whereRef('saved_cards.user_id', '=', 'payment_customers.user_id')
          .whereRef('saved_cards.gateway', '=', 'payment_customers.gateway')
          .orderBy('is_default', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('card'),
      (join) => join.onTrue(),
    )
    .select(['payment_customers.user_id', 'payment_customers.customer_id', 'card.card_id'])
    .where('payment_customers.user_id', '=', anyOf(ids))
    .where('payment_customers.gateway', '=', gateway)
    .execute();
}

/** Until this work is done, nobody else changes this user's cards: which one is the default concerns them all. */
export async function lockCards({ db }: Work, userId: UserId): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Takes the mark from whichever card has it. Never two at a time: the old one first. */
export async function moveDefault({ db }: Work, { userId, gateway }: Owner, to: number): Promise<void> {
  await db
    .updateTable('saved_cards')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('gateway', '=', gateway)
    .where('is_default', '=', true)
    .where('id', '<>', to)
    .execute();
  await db.updateTable('saved_cards').set({ is_default: true }).where('id', '=', to).execute();
}
