-- Sums by month for the plots, so that a plot reads as many rows as it shows, and what affiliates brought in.

alter table transactions add column affiliate_id integer constraint transaction_affiliate references users (id);
create index transactions_of_affiliate on transactions (affiliate_id, date desc, id desc) where affiliate_id is not null;

alter table transaction_tallies drop constraint transaction_tallies_kind_check;
alter table transaction_tallies add constraint transaction_tallies_kind_check check
  (kind in ('all', 'product', 'center', 'referral_center', 'rep', 'manager', 'distributor', 'affiliate'));

create table transaction_months (
  domain_id    integer not null references domains,
  kind         text not null,
  value        integer not null,
  -- its first day, UTC
  month        date not null check (extract(day from month) = 1),
  part         integer not null,
  n            integer not null,
  cents        bigint not null,
  unpaid_n     integer not null,
  unpaid_cents bigint not null,
  primary key (kind, value, domain_id, month, part)
) with (fillfactor = 80);
call isolate('transaction_months');
grant select on transaction_months to vialkeep_platform, vialkeep_tenant;

create function month_of(day date) returns date
  language sql immutable parallel safe return date_trunc('month', day::timestamp)::date;

-- What a transaction counts for, and what it is told apart by there.
create function seats_of(product_id integer, center_id integer, referral_center_id integer, rep_id integer,
    manager_id integer, distributor_id integer, affiliate_id integer)
  returns table (kind text, value integer, part integer)
  language sql immutable parallel safe as $$
  values ('all', 0, 0), ('product', product_id, 0), ('center', center_id, 0), ('referral_center', referral_center_id, 0),
    ('rep', rep_id, product_id), ('manager', manager_id, rep_id), ('distributor', distributor_id, manager_id),
    ('affiliate', affiliate_id, product_id)
$$;

drop trigger transactions_are_tallied on transactions;
drop trigger corrections_are_tallied on transactions;
drop function tally_sales();
drop function tally_corrections();

-- Adds what `changed` holds, or takes it away, by the sign it is given. Runs as the owner, so that nobody else can change
-- a sum. All statements take the rows in one order, so that two at once wait for each other and do not collide.
create function tally_sales() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  sign constant integer := tg_argv[0];
begin
  with sums as materialized (
    select sold.domain_id, seat.kind, seat.value, day_of(sold.date) as day, coalesce(seat.part, 0) as part,
      sign * count(*) as n, sign * sum(sold.amount_cents) as cents,
      sign * count(*) filter (where not commission_paid) as unpaid_n,
      sign * coalesce(sum(sold.amount_cents) filter (where not commission_paid), 0) as unpaid_cents
    from changed sold, seats_of(sold.product_id, sold.center_id, sold.referral_center_id, sold.rep_id, sold.manager_id,
      sold.distributor_id, sold.affiliate_id) seat
    where seat.value is not null
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

create trigger sales_are_tallied after insert on transactions referencing new table as changed
  for each statement execute function tally_sales('1');
-- A correction takes away what a transaction counted for and adds what it counts for now.
create trigger corrections_are_tallied_off after update on transactions referencing old table as changed
  for each statement execute function tally_sales('-1');
create trigger corrections_are_tallied_on after update on transactions referencing new table as changed
  for each statement execute function tally_sales('1');

insert into transaction_months (domain_id, kind, value, month, part, n, cents, unpaid_n, unpaid_cents)
select domain_id, kind, value, month_of(day), part, sum(n), sum(cents), sum(unpaid_n), sum(unpaid_cents)
from transaction_tallies group by 1, 2, 3, 4, 5;
