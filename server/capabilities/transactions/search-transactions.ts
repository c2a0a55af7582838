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
 * Searches names in the users table and then transactions by the ids found: a search uses present names. Its cost depends
 * on the matching users, or on the transactions where these are few.
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

/** Up to this number of transactions, the people in them are looked into instead of all users. */
const FEW_TRANSACTIONS = 2_000;

async function peopleNamed(db: Db, actor: Actor, search: string): Promise<number[]> {
  const { n } = await db
    .selectFrom('transaction_months')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('n'), eb.lit(0)).as('n'))
    .where('kind', '=', 'all')
    .where('value', '=', 0)
    .executeTakeFirstOrThrow();
  const people = n <= FEW_TRANSACTIONS ? buyersAndSellersNamed(search) : usersNamed(actor, search);
  const { rows } = await people.execute(db);
  return rows.map(({ id }) => id);
}

function usersNamed(actor: Actor, search: string) {
  const pattern = likePattern(search);
  const brought =
    actor.scope === 'platform'
      ? sql`select id from users where search_text like ${pattern}`
      : sql`select id from search_own_site(${pattern})`;
  // The index also covers ids and emails, which are not names.
  return sql<{ id: number }>`
    select id from users
    where id in (${brought}) and (lower(username) like ${pattern} or lower(company) like ${pattern})`;
}

/** The array makes PostgreSQL look the people up by their ids, however many users there are. */
export function buyersAndSellersNamed(search: string) {
  const pattern = likePattern(search);
  return sql<{ id: number }>`
    select id from users
    where id = any(array(
        select distinct unnest(array[center_id, referral_center_id, staff_id, patient_id, rep_id, manager_id, distributor_id])
        from transactions))
      and (lower(username) like ${pattern} or lower(company) like ${pattern})`;
}
