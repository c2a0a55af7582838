-- An intent to buy, written before the gateway is asked and settled after it has answered. Whatever happens in between,
-- this row knows what was ordered and by which reference the charge is found. It holds nothing of a card but its end.

create table checkouts (
  id             integer generated always as identity primary key,
  domain_id      integer not null references domains,
  buyer_id       integer not null,
  -- who really ordered, where somebody works in the buyer's account
  actor_id       integer not null references users,
  -- S-22: the buyer, who ordered and this number tell a repeated order from a new one
  invoice_id     integer not null check (invoice_id > 0),
  -- what was ordered, as a hash: the same number with another order is refused
  fingerprint    bytea not null check (octet_length(fingerprint) = 32),
  -- everything that finishing the order needs
  ordered        jsonb not null,
  total_cents    integer not null check (total_cents >= 0),
  coupon_id      integer references coupons,
  gateway        text not null,
  reference      text not null,
  state          text not null default 'begun',
  gateway_id     text,
  card_brand     text not null default '',
  card_last4     text not null default '',
  -- what the gateway said to the buyer
  message        text not null default '',
  transaction_id integer references transactions,
  begun_at       timestamptz not null default now(),
  settled_at     timestamptz,
  constraint checkout_references_are_used_once unique (reference),
  constraint checkout_references_fit_the_gateway check (length(reference) between 1 and 20),
  constraint checkout_states check (state in ('begun', 'held', 'charged', 'declined', 'given_up')),
  constraint a_charge_has_a_transaction check ((state = 'charged') = (transaction_id is not null)),
  constraint one_checkout_for_a_transaction unique (transaction_id),
  constraint an_end_has_a_time check ((state in ('begun', 'held')) = (settled_at is null)),
  constraint checkout_buyer foreign key (buyer_id, domain_id) references users (id, domain_id)
);
create unique index one_checkout_for_an_invoice on checkouts (buyer_id, actor_id, invoice_id)
  where state in ('begun', 'held', 'charged');
create index checkouts_to_settle on checkouts (begun_at) where state in ('begun', 'held');

call isolate('checkouts');
grant select, insert on checkouts to vialkeep_platform, vialkeep_tenant;
grant update (state, gateway_id, card_brand, card_last4, message, transaction_id, settled_at) on checkouts
  to vialkeep_platform, vialkeep_tenant;

-- An order that is over stays over.
create function checkouts_stay_settled() returns trigger
  language plpgsql as $$
begin
  raise exception 'Checkout % is over.', old.id
    using errcode = 'check_violation', constraint = 'settled_checkouts_stay', table = 'checkouts';
end $$;
create trigger settled_checkouts_stay before update on checkouts
  for each row when (old.settled_at is not null) execute function checkouts_stay_settled();
create trigger checkouts_are_kept before delete or truncate on checkouts
  for each statement execute function refuse_change();

-- U-23: an e-mail has one account in the whole installation, and a purchase on one site must know of those on the others.
create function email_is_taken(address text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select exists (select from public.users where lower(email) = lower(address) and removed_at is null);
  end;
revoke all on function email_is_taken(text) from public;
grant execute on function email_is_taken(text) to vialkeep_platform, vialkeep_tenant;
