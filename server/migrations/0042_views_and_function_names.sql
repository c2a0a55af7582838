-- What other capabilities read of relations and users: relations in force (S-04), and the names of accounts that are not
-- removed. Both run with the reader's rights, so that row-level security holds.
create view active_relations with (security_invoker = true) as
select id, domain_id, subject_id, kind, object_id, started_at
from relations where ended_at is null and approved_at is not null;
grant select on active_relations to vialkeep_platform, vialkeep_tenant;

create view account_names with (security_invoker = true) as
select id, domain_id, plan_id, username, company, email, is_active
from users where removed_at is null;
grant select on account_names to vialkeep_platform, vialkeep_tenant;

-- Triggers name their function by its oid and follow the new name; a plpgsql body names another function by text.
alter function user_seats(integer, boolean, integer, smallint, smallint[]) rename to user_bitmap_rows;
alter function turn_user_seats() rename to toggle_user_bitmaps;
alter function move_user_seats() rename to move_user_bitmaps;
alter function seats_of(integer, integer, integer, integer, integer, integer, integer) rename to sales_total_keys;
alter function tally_sales() rename to update_sales_totals;
alter trigger users_take_seats on users rename to users_add_bitmaps;
alter trigger users_leave_seats on users rename to users_drop_bitmaps;
alter trigger users_move_seats on users rename to users_update_bitmaps;

create or replace function toggle_user_bitmaps() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into user_blocks (is_active, domain_id, plan_id, tag, block, members)
  select bits.active, bits.site, bits.plan, bits.tag, bits.block, bit_xor(bits.seat)
  from turned person,
    user_bitmap_rows(person.id, person.is_active, person.domain_id, person.plan_id, person.tags) bits
  where person.removed_at is null
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict on constraint user_blocks_once do update set members = user_blocks.members # excluded.members;
  return null;
end $$;

create or replace function move_user_bitmaps() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into user_blocks (is_active, domain_id, plan_id, tag, block, members)
  select bits.active, bits.site, bits.plan, bits.tag, bits.block, bit_xor(bits.seat)
  from (
    (select id, is_active, domain_id, plan_id, tags from was where removed_at is null
      except select id, is_active, domain_id, plan_id, tags from becomes where removed_at is null)
    union all
    (select id, is_active, domain_id, plan_id, tags from becomes where removed_at is null
      except select id, is_active, domain_id, plan_id, tags from was where removed_at is null)
  ) person,
    user_bitmap_rows(person.id, person.is_active, person.domain_id, person.plan_id, person.tags) bits
  group by 1, 2, 3, 4, 5
  having bit_count(bit_xor(bits.seat)) > 0
  order by 1, 2, 3, 4, 5
  on conflict on constraint user_blocks_once do update set members = user_blocks.members # excluded.members;
  return null;
end $$;

create or replace function update_sales_totals() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  sign constant integer := tg_argv[0];
begin
  with sums as materialized (
    select sold.domain_id, key.kind, key.value, day_of(sold.date) as day, coalesce(key.part, 0) as part,
      sign * count(*) as n, sign * sum(sold.amount_cents) as cents,
      sign * count(*) filter (where not commission_paid) as unpaid_n,
      sign * coalesce(sum(sold.amount_cents) filter (where not commission_paid), 0) as unpaid_cents
    from changed sold, sales_total_keys(sold.product_id, sold.center_id, sold.referral_center_id, sold.rep_id,
      sold.manager_id, sold.distributor_id, sold.affiliate_id) key
    where key.value is not null
    group by 1, 2, 3, 4, 5
  ), days as (
    insert into transaction_tallies (domain_id, kind, value, day, part, n, cents, unpaid_n, unpaid_cents)
    select domain_id, kind, value, day, part, n, cents, unpaid_n, unpaid_cents from sums
    order by kind, value, domain_id, day, part
    on conflict (kind, value, domain_id, day, part) do update set
      n = transaction_tallies.n + excluded.n,
      cents = transaction_tallies.cents + excluded.cents,
      unpaid_n = transaction_tallies.unpaid_n + excluded.unpaid_n,
      unpaid_cents = transaction_tallies.unpaid_cents + excluded.unpaid_cents
  )
  insert into transaction_months (domain_id, kind, value, month, part, n, cents, unpaid_n, unpaid_cents)
  select domain_id, kind, value, month_of(day), part, sum(n), sum(cents), sum(unpaid_n), sum(unpaid_cents) from sums
  group by 1, 2, 3, 4, 5
  order by kind, value, domain_id, 4, part
  on conflict (kind, value, domain_id, month, part) do update set
    n = transaction_months.n + excluded.n,
    cents = transaction_months.cents + excluded.cents,
    unpaid_n = transaction_months.unpaid_n + excluded.unpaid_n,
    unpaid_cents = transaction_months.unpaid_cents + excluded.unpaid_cents;
  return null;
end $$;

-- Older versions verify the sums and the filter bitmaps by these names, also while a newer server runs beside them.
create function user_seats(id integer, is_active boolean, domain_id integer, plan_id smallint, tags smallint[])
  returns table (active boolean, site integer, plan smallint, tag smallint, block integer, seat bit(2048))
  language sql immutable
  begin atomic
    select * from user_bitmap_rows(id, is_active, domain_id, plan_id, tags);
  end;
create function seats_of(product_id integer, center_id integer, referral_center_id integer, rep_id integer,
    manager_id integer, distributor_id integer, affiliate_id integer)
  returns table (kind text, value integer, part integer)
  language sql immutable parallel safe
  begin atomic
    select * from sales_total_keys(product_id, center_id, referral_center_id, rep_id, manager_id, distributor_id, affiliate_id);
  end;
