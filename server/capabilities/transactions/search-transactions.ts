import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { likePattern } from '../network/index.ts';

/** The parts of a transaction that a search text matches (U-42). */
export type Found = {
  readonly transactionId: number | undefined;
  readonly people: readonly number[];
  readonly products: readonly number[];
  /** A LIKE pattern for the coupon code. */
  readonly coupon: ReturnType<typeof likePattern>;
};

/**
 * Searches names in the users table and then transactions by the ids found: a search uses present names, and its cost
 * depends on the matching users and not on the number of transactions.
 */
export async function resolveSearch(db: Db, actor: Actor, search: string): Promise<Found> {
  const asId = /^#?0*(\d{1,9})$/.exec(search)?.[1];
  const pattern = likePattern(search);
  const [people, products] = await Promise.all([
    peopleNamed(db, actor, search),
    db.selectFrom('products').select('id').where(sql<boolean>`lower(name) like ${pattern}`).execute(),
  ]);
  return {
    transactionId: asId === undefined ? undefined : Number(asId),
    people,
    products: products.map(({ id }) => id),
    coupon: pattern,
  };
}

async function peopleNamed(db: Db, actor: Actor, search: string): Promise<number[]> {
  const pattern = likePattern(search);
  const brought =
    actor.scope === 'platform'
      ? sql`select id from users where search_text like ${pattern}`
      : sql`select id from search_own_site(${pattern})`;
  // The index also covers ids and emails, which are not names.
  const { rows } = await sql<{ id: number }>`
    select id from users
    where id in (${brought}) and (lower(username) like ${pattern} or lower(company) like ${pattern})`.execute(db);
  return rows.map(({ id }) => id);
}
