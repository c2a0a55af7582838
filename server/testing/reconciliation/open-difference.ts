import type { World } from '../world.ts';

/** An open difference on the site of this account; its charge is of no known gateway. */
export async function addDifference(world: World, userId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into reconciliation_items (domain_id, kind, gateway, gateway_id, about, theirs_cents)
     select domain_id, 'not_in_our_books', 'matrix', gen_random_uuid()::text, 'charge', 100 from users where id = $1
     returning id`,
    [userId],
  );
  return row?.id ?? 0;
}
