import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type MoneyFault = { readonly about: string; readonly fault: string };

/**
 * Checks orders, transactions, coupons and receipts against each other. Leaves out what the constraints of the tables
 * enforce.
 */
export async function verifyMoney(db: Db): Promise<MoneyFault[]> {
  const { rows } = await sql<MoneyFault>`
    select 'Transaction #' || sold.id as about, 'it is not what was ordered and charged' as fault
    from checkouts ordered join transactions sold on sold.id = ordered.transaction_id
    where sold.charged_cents <> ordered.total_cents or sold.gateway_id is distinct from ordered.gateway_id
      or sold.buyer_id <> ordered.buyer_id
    union all
    select 'Transaction #' || sold.id, 'it has ' || count(letters.id) || ' receipts'
    from checkouts ordered join transactions sold on sold.id = ordered.transaction_id
      left join letters on letters.kind = 'receipt' and letters.domain_id = sold.domain_id
        and letters.subject like '%, transaction #' || sold.id
    group by sold.id having count(letters.id) <> 1
    union all
    select 'Transaction #' || sold.id, 'its amount was changed without a note'
    from transactions sold
    where sold.amount_cents <> sold.charged_cents
      and not exists (select from transaction_changes noted where noted.transaction_id = sold.id)
    union all
    select 'Coupon #' || coupons.id, 'it counts ' || coupons.used_number || ' uses and has ' || count(uses.reference)
    from coupons left join coupon_uses uses on uses.coupon_id = coupons.id and uses.released_at is null
    group by coupons.id, coupons.used_number having coupons.used_number <> count(uses.reference)
    union all
    select 'Order #' || ordered.id, 'it has waited for the gateway for more than a day'
    from checkouts ordered where ordered.state = 'begun' and ordered.begun_at < now() - interval '1 day'
    order by 1`.execute(db);
  return [...rows];
}
