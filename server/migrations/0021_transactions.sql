-- What was bought, paid and earned. A row is written when the money is taken; what was charged never changes, and what
-- administrators correct leaves a line of history.

create table transactions (
  id                   integer generated always as identity (start with 1001) primary key,
  domain_id            integer not null references domains,
  date                 timestamptz not null default now(),
  buyer_id             integer not null,
  product_id           integer not null references products,
  quantity             integer not null check (quantity between 1 and 999),
  -- what the transaction counts for; corrected by administrators, never charged again
  amount_cents         integer not null check (amount_cents between 0 and 100000000),
  -- what was charged, line by line
  price_cents          integer not null check (price_cents >= 0),
  shipping_cents       integer not null check (shipping_cents >= 0),
  harvest_fee_cents    integer not null check (harvest_fee_cents >= 0),
  discount_cents       integer not null check (discount_cents >= 0),
  charged_cents        integer not null check (charged_cents >= 0),
  charged_quantity     integer not null check (charged_quantity between 1 and 999),
  coupon_id            integer references coupons,
  coupon_code          text not null default '',
  center_id            integer,
  referral_center_id   integer,
  -- who of the center's staff bought it on the center's behalf
  staff_id             integer,
  patient_id           integer,
  -- the chain at the time of sale; later changes of a team do not rewrite it
  rep_id               integer,
  manager_id           integer,
  distributor_id       integer,
  commission_paid      boolean not null default false,
  gateway              text not null,
  -- the gateway's own name for it; null where nothing was left to pay
  gateway_id           text,
  card_brand           text not null default '',
  card_last4           text not null default '' check (card_last4 ~ '^(\d{4})?$'),
  invoice_id           integer not null,
  description          text not null,
  billing_address      jsonb not null default '{}',
  shipping_address     jsonb,
  shipping_date        date,
  receipt_email        text not null,
  -- rises with every correction
  version              integer not null default 0,
  constraint transactions_add_up
    check (charged_cents = price_cents::bigint * charged_quantity + shipping_cents + harvest_fee_cents - discount_cents),
  constraint transactions_name_their_charge check ((gateway_id is null) = (charged_cents = 0)),
  constraint transactions_charge_once unique (gateway, gateway_id),
  constraint transaction_buyer foreign key (buyer_id, domain_id) references users (id, domain_id),
  constraint transaction_center foreign key (center_id, domain_id) references users (id, domain_id),
  constraint transaction_referral_center foreign key (referral_center_id, domain_id) references users (id, domain_id),
  constraint transaction_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint transaction_staff foreign key (staff_id) references users (id),
  constraint transaction_rep foreign key (rep_id) references users (id),
  constraint transaction_manager foreign key (manager_id) references users (id),
  constraint transaction_distributor foreign key (distributor_id) references users (id)
);
-- Every list is by date, newest first.
create index transactions_by_date on transactions (date desc, id desc);
create index transactions_of_site on transactions (domain_id, date desc, id desc);
create index transactions_of_product on transactions (product_id, date desc, id desc);
create index transactions_of_center on transactions (center_id, date desc, id desc) where center_id is not null;
create index transactions_of_referral_center on transactions (referral_center_id, date desc, id desc)
  where referral_center_id is not null;
create index transactions_of_patient on transactions (patient_id, date desc, id desc) where patient_id is not null;
create index transactions_of_rep on transactions (rep_id, date desc, id desc) where rep_id is not null;
create index transactions_of_manager on transactions (manager_id, date desc, id desc) where manager_id is not null;
create index transactions_of_distributor on transactions (distributor_id, date desc, id desc)
  where distributor_id is not null;
-- For the search.
create index transactions_of_staff on transactions (staff_id) where staff_id is not null;
create index transactions_by_coupon on transactions using gin (lower(coupon_code) gin_trgm_ops) where coupon_code <> '';

call isolate('transactions');
grant select, insert on transactions to vialkeep_platform, vialkeep_tenant;
grant update (product_id, quantity, amount_cents, center_id, referral_center_id, patient_id, rep_id, manager_id,
  distributor_id, commission_paid, version) on transactions to vialkeep_platform, vialkeep_tenant;

create trigger transactions_are_kept before delete or truncate on transactions
  for each statement execute function refuse_change();

-- T36: who corrected what, when and why, with the values before and after. Never changed.
create table transaction_changes (
  id             integer generated always as identity primary key,
  domain_id      integer not null references domains,
  transaction_id integer not null references transactions,
  actor_id       integer references users,
  at             timestamptz not null default now(),
  note           text not null check (length(trim(note)) > 0),
  before         jsonb not null,
  after          jsonb not null
);
create index changes_of_transaction on transaction_changes (transaction_id, id);
call isolate('transaction_changes');
grant select, insert on transaction_changes to vialkeep_platform, vialkeep_tenant;
create trigger transaction_changes_are_kept before update or delete or truncate on transaction_changes
  for each statement execute function refuse_change();

-- What was sold on a day, by whom and of what: totals, pages and plots are read from these sums and never counted.
-- `part` is what one of them is told apart by: a rep's sales by product, a manager's by rep, a distributor's by manager.
create table transaction_tallies (
  domain_id    integer not null references domains,
  kind         text not null
    check (kind in ('all', 'product', 'center', 'referral_center', 'rep', 'manager', 'distributor')),
  value        integer not null,
  -- UTC
  day          date not null,
  part         integer not null,
  n            integer not null,
  cents        bigint not null,
  -- of which no commission is paid yet
  unpaid_n     integer not null,
  unpaid_cents bigint not null,
  primary key (kind, value, domain_id, day, part)
) with (fillfactor = 80);
call isolate('transaction_tallies');
grant select on transaction_tallies to vialkeep_platform, vialkeep_tenant;

create function day_of(moment timestamptz) returns date
  language sql immutable parallel safe return (moment at time zone 'UTC')::date;

-- Runs as the owner, so that nobody else can change a sum. All statements take the rows in one order, so that two at
-- once wait for each other and do not collide.
create function tally_sales() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into transaction_tallies (domain_id, kind, value, day, part, n, cents, unpaid_n, unpaid_cents)
  select sold.domain_id, seat.kind, seat.value, day_of(sold.date), coalesce(seat.part, 0), sum(sign),
    sum(sign * sold.amount_cents), coalesce(sum(sign) filter (where not commission_paid), 0),
    coalesce(sum(sign * sold.amount_cents) filter (where not commission_paid), 0)
  from (select 1 as sign, becomes.* from becomes) sold,
    lateral (values ('all', 0, 0), ('product', sold.product_id, 0), ('center', sold.center_id, 0),
      ('referral_center', sold.referral_center_id, 0), ('rep', sold.rep_id, sold.product_id),
      ('manager', sold.manager_id, sold.rep_id), ('distributor', sold.distributor_id, sold.manager_id)
    ) seat (kind, value, part)
  where seat.value is not null
  group by 1, 2, 3, 4, 5
  order by 2, 3, 1, 4, 5
  on conflict (kind, value, domain_id, day, part) do update set
    n = transaction_tallies.n + excluded.n,
    cents = transaction_tallies.cents + excluded.cents,
    unpaid_n = transaction_tallies.unpaid_n + excluded.unpaid_n,
    unpaid_cents = transaction_tallies.unpaid_cents + excluded.unpaid_cents;
  return null;
end $$;

create function tally_corrections() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into transaction_tallies (domain_id, kind, value, day, part, n, cents, unpaid_n, unpaid_cents)
  select sold.domain_id, seat.kind, seat.value, day_of(sold.date), coalesce(seat.part, 0), sum(sign),
    sum(sign * sold.amount_cents), coalesce(sum(sign) filter (where not commission_paid), 0),
    coalesce(sum(sign * sold.amount_cents) filter (where not commission_paid), 0)
  from (select -1 as sign, was.* from was union all select 1, becomes.* from becomes) sold,
    lateral (values ('all', 0, 0), ('product', sold.product_id, 0), ('center', sold.center_id, 0),
      ('referral_center', sold.referral_center_id, 0), ('rep', sold.rep_id, sold.product_id),
      ('manager', sold.manager_id, sold.rep_id), ('distributor', sold.distributor_id, sold.manager_id)
    ) seat (kind, value, part)
  where seat.value is not null
  group by 1, 2, 3, 4, 5
  order by 2, 3, 1, 4, 5
  on conflict (kind, value, domain_id, day, part) do update set
    n = transaction_tallies.n + excluded.n,
    cents = transaction_tallies.cents + excluded.cents,
    unpaid_n = transaction_tallies.unpaid_n + excluded.unpaid_n,
    unpaid_cents = transaction_tallies.unpaid_cents + excluded.unpaid_cents;
  return null;
end $$;

create trigger transactions_are_tallied after insert on transactions referencing new table as becomes
  for each statement execute function tally_sales();
create trigger corrections_are_tallied after update on transactions
  referencing old table as was new table as becomes
  for each statement execute function tally_corrections();

-- C-12: what the next transaction will be called, for people who want to see a number before there is one.
create function next_transaction_id() returns integer
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select (last_value + case when is_called then 1 else 0 end)::integer from public.transactions_id_seq;
  end;
revoke all on function next_transaction_id() from public;
grant execute on function next_transaction_id() to vialkeep_platform, vialkeep_tenant;
