import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { RawBuilder } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import type { Placeholders } from '../../kernel/db/statement.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';

/** The user who owns the cards, and the gateway that stores them: another gateway cannot charge them. */
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

/** The gateway's customer of this user; `customer_id` is null until the gateway has created it. */
export function customerOf(db: Db, { userId, gateway }: Owner) {
  return db
    .selectFrom('payment_customers')
    .select(['reference', 'customer_id'])
    .where('user_id', '=', userId)
    .where('gateway', '=', gateway)
    .executeTakeFirst();
}

/** Returns the gateway's customer of each user, and the card that is charged when the order names none. */
export function profilesOf(db: Db, gateway: string, ids: readonly number[]) {
  return profilesOfThese(db, ids, { gateway });
}

const profilesOfThese = statementByIds((db, these, { gateway }: Placeholders<{ gateway: string }>) =>
  profilesAt(db, gateway).where('payment_customers.user_id', '=', these),
);

/** The same of all customers of a gateway, as a query. */
export function profilesAt(db: Db, gateway: string | RawBuilder<string>) {
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
          .limit(fixedLimit(1))
          .as('card'),
      (join) => join.onTrue(),
    )
    .select(['payment_customers.user_id', 'payment_customers.customer_id', 'card.card_id'])
    .where('payment_customers.gateway', '=', gateway);
}

/**
 * Serializes changes to this user's cards until the transaction ends, because the default mark depends on all of them.
 */
export async function lockCards({ db }: Work, userId: UserId): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Moves the default mark. Clears the old one first, because a unique index allows one default. */
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
