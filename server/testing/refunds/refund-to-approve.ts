import type { World } from '../world.ts';

/** A refund that waits for approval, requested by this account of a site; its charge is of no known gateway. */
export async function addRefund(world: World, userId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
       harvest_fee_cents, discount_cents, charged_cents, charged_quantity, gateway, gateway_id, invoice_id, description,
       receipt_email)
     select domain_id, id, 3, 1, 100, 100, 0, 0, 0, 100, 1, 'matrix', gen_random_uuid()::text, 1, 'A kit', email
       from users where id = $1 returning id`,
    [userId],
  );
  const [refund] = await world.sql<{ id: number }>(
    `insert into refunds (domain_id, transaction_id, cents, reason, note, key, requested_by, state, reference)
     select domain_id, id, 100, 'other', 'A refund', gen_random_uuid(), buyer_id, 'requested', left(md5(random()::text), 20)
     from transactions where id = $1 returning id`,
    [row?.id],
  );
  return refund?.id ?? 0;
}
