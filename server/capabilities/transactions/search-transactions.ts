import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { likePattern } from '../network/index.ts';

/** U-42: what a text stands for in a transaction. */
export type Found = {
  readonly transactionId: number | undefined;
  readonly people: readonly number[];
  readonly products: readonly number[];
  /** A LIKE pattern for the coupon's code. */
  readonly coupon: ReturnType<typeof likePattern>;
};

/**
 * Names are looked for where they are kept, and transactions then by whom they name: so a search knows today's names, and
 * its cost is that of the people it finds and not of the transactions there are.
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
  // The index also knows ids and e-mails, which are not names.
  const { rows } = await sql<{ id: number }>`
    select id from users
    where id in (${brought}) and (lower(username) like ${pattern} or lower(company) like ${pattern})`.execute(db);
  return rows.map(({ id }) => id);
}
