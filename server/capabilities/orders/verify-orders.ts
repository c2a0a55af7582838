import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** Checks orders against their vials, checkouts and shipped entries, and names those that do not agree. */
export async function verifyOrders(db: Db): Promise<{ about: string; fault: string }[]> {
  const { rows } = await sql<{ id: number; fault: string }>`
    with counted as (
      select vial_orders.*, coalesce(vials.reserved, 0) as reserved, coalesce(vials.picked, 0) as picked,
        coalesce(vials.packed, 0) as packed
      from vial_orders left join (
        select order_id, count(*) as reserved, count(picked_at) as picked, count(packed_at) as packed
        from vials where order_id is not null and state = 'stored' group by order_id
      ) vials on vials.order_id = vial_orders.id
    )
    select id, 'is ' || state || ' and has reserved ' || reserved || ' vials' as fault
    from counted where state in ('shipped', 'delivered', 'cancelled') and reserved > 0
    union all
    select id, 'is ' || state || ' with ' || reserved || ' of ' || quantity || ' vials, ' || picked || ' picked and '
      || packed || ' packed'
    from counted where state in ('waiting', 'ready', 'picking', 'packed') and state <> case
      when reserved < quantity then 'waiting' when packed = quantity and reserved = quantity then 'packed'
      when reserved > quantity then 'too many' when picked > 0 then 'picking' else 'ready' end
    union all
    select id, 'is unpaid and has picked ' || picked || ' vials' from counted where state = 'unpaid' and picked > 0
    union all
    select counted.id, 'is ' || counted.state || ' and its checkout is ' || checkouts.state
    from counted join checkouts on checkouts.id = counted.checkout_id
    where case counted.state when 'unpaid' then checkouts.state not in ('begun', 'held')
      when 'cancelled' then counted.transaction_id is null and checkouts.state = 'charged'
      else checkouts.state <> 'charged' end
      or counted.transaction_id is distinct from checkouts.transaction_id
    union all
    select counted.id, 'is ' || counted.state || ' by a shipment that was taken back'
    from counted join vial_entries entry on entry.id = counted.shipped_entry_id
    where entry.deleted_at is not null or entry.type <> 'shipped'
    union all
    select counted.id, 'has shipped vial ' || vials.code || ' with another shipment'
    from counted join vials on vials.order_id = counted.id and vials.state = 'shipped'
    where vials.shipped_entry_id is distinct from counted.shipped_entry_id
    order by 1, 2`.execute(db);
  return rows.map(({ id, fault }) => ({ about: `Order of vials #${id}`, fault }));
}
