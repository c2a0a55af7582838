-- online
-- What the payment gateway says of its transactions, the comparisons with the books, and what differs.

create table reconciliation_runs (
  id          integer generated always as identity primary key,
  at          timestamptz not null default clock_timestamp(),
  -- the days of UTC whose batches it reads
  from_day    date not null,
  to_day      date not null,
  matched     integer not null default 0 check (matched >= 0),
  differences integer not null default 0 check (differences >= 0),
  state       text not null default 'running' check (state in ('running', 'done', 'failed')),
  message     text not null default '' check (length(message) <= 500),
  ended_at    timestamptz,
  -- null: the daily job
  made_by     integer references users,
  constraint run_days_in_order check (from_day <= to_day),
  constraint run_end_has_a_time check ((state = 'running') = (ended_at is null))
);
create unique index one_reconciliation_at_a_time on reconciliation_runs ((true)) where state = 'running';
grant select, insert, update (matched, differences, state, message, ended_at) on reconciliation_runs to vialkeep_platform;
-- The sums of a run are of every site.
grant select (id, at, from_day, to_day, state, message, ended_at) on reconciliation_runs to vialkeep_tenant;

create table gateway_records (
  gateway      text not null check (length(gateway) between 1 and 20),
  gateway_id   text not null check (length(gateway_id) between 1 and 50),
  kind         text not null check (kind in ('charge', 'refund', 'void', 'chargeback')),
  -- null: it belongs to no site
  domain_id    integer references domains,
  -- the reference with which the product sent it
  reference    text not null check (length(reference) <= 100),
  -- the charge that a chargeback takes back
  charge_id    text,
  cents        bigint not null check (cents >= 0),
  state        text not null check (state in ('unsettled', 'settled', 'voided', 'failed')),
  batch        text check (length(batch) between 1 and 50),
  submitted_at timestamptz not null,
  settled_at   timestamptz,
  seen_at      timestamptz not null,
  primary key (gateway, gateway_id, kind),
  constraint batch_has_a_time check ((batch is null) = (settled_at is null))
);
create index gateway_records_of_batch on gateway_records (batch, domain_id) where batch is not null;
create index gateway_records_by_reference on gateway_records (reference) where reference <> '';
create index gateway_records_by_time on gateway_records (seen_at);
call isolate('gateway_records');
grant select, insert, update, delete on gateway_records to vialkeep_platform;
grant select on gateway_records to vialkeep_tenant;

create table reconciliation_items (
  id             integer generated always as identity primary key,
  -- null: it belongs to no site, and the platform resolves it
  domain_id      integer references domains,
  kind           text not null
    check (kind in ('not_in_our_books', 'not_at_gateway', 'amount_differs', 'state_differs', 'chargeback')),
  gateway        text not null,
  gateway_id     text not null,
  about          text not null check (about in ('charge', 'refund')),
  transaction_id integer references transactions,
  refund_id      integer references refunds,
  reference      text not null default '',
  -- null where one of the two has nothing; what is given back is negative
  ours_cents     bigint,
  theirs_cents   bigint,
  -- begun: the gateway was asked to give the charge back, and its answer is not known
  state          text not null default 'open' check (state in ('open', 'begun', 'resolved')),
  how            text check (how in ('give_back', 'chargeback', 'write_off', 'explained', 'by_itself')),
  note           text not null default '' check (length(note) <= 1000),
  -- asked for what another administrator approves
  requested_by   integer references users,
  resolved_by    integer references users,
  opened_at      timestamptz not null default now(),
  resolved_at    timestamptz,
  way            text check (way in ('void', 'refund')),
  -- the invoice number of the refund that gives an orphan back
  sent_reference text constraint sent_references_are_used_once unique check (length(sent_reference) between 1 and 20),
  begun_at       timestamptz,
  -- why it is not resolved yet
  message        text not null default '' check (length(message) <= 500),
  constraint items_are_opened_once unique (kind, gateway, gateway_id),
  constraint item_has_a_side check (num_nonnulls(ours_cents, theirs_cents) > 0),
  constraint resolution_has_a_time check ((state = 'resolved') = (resolved_at is not null)),
  constraint resolution_has_a_way check (state <> 'resolved' or how is not null),
  constraint resolution_has_a_person
    check (state <> 'resolved' or (how = 'by_itself') = (resolved_by is null)),
  constraint items_by_four_eyes check (how <> 'write_off' or resolved_by <> requested_by),
  constraint beginning_has_a_reference
    check (state <> 'begun' or (way is not null and begun_at is not null and sent_reference is not null))
);
create index reconciliation_items_of_site on reconciliation_items (domain_id, id desc);
create index reconciliation_items_open on reconciliation_items (gateway, gateway_id) where state <> 'resolved';
create index reconciliation_items_of_transaction on reconciliation_items (transaction_id)
  where transaction_id is not null;
call isolate('reconciliation_items');
grant select, insert on reconciliation_items to vialkeep_platform;
grant select on reconciliation_items to vialkeep_tenant;
grant update (state, how, note, requested_by, resolved_by, resolved_at, way, sent_reference, begun_at, message)
  on reconciliation_items to vialkeep_platform, vialkeep_tenant;
grant update (ours_cents, theirs_cents) on reconciliation_items to vialkeep_platform;

create trigger reconciliation_items_are_kept before delete or truncate on reconciliation_items
  for each statement execute function refuse_change();

-- What an administrator has resolved stays so; what came right by itself may go wrong again.
create function resolved_items_stay() returns trigger
  language plpgsql as $$
begin
  if is_erasing() and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
    return new;
  end if;
  raise exception 'Difference % is resolved.', old.id
    using errcode = 'check_violation', constraint = 'resolved_items_stay', table = 'reconciliation_items';
end $$;
create trigger resolved_items_stay before update on reconciliation_items
  for each row when (old.state = 'resolved' and old.how <> 'by_itself') execute function resolved_items_stay();

-- Overwrites notes that name a person who is erased. The account still has the names when its row is overwritten.
create function erase_reconciliation_notes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  searched text[] := array[old.email, old.username, old.first_name, old.last_name, old.phone_number];
begin
  perform set_config('app.erasing', 'on', true);
  update reconciliation_items noted set note = 'Erased.'
    where mentions_any(noted.note, searched) and (
      exists (select from transactions sold
        where sold.id = noted.transaction_id and (sold.buyer_id = old.id or sold.patient_id = old.id))
      -- an orphan belongs to no transaction, only to the attempt with its reference
      or exists (select from checkouts attempt
        where attempt.reference = noted.reference and noted.reference <> '' and attempt.buyer_id = old.id)
      or exists (select from storage_charges charge join storage_invoices invoice on invoice.id = charge.invoice_id
          join storage_enrolments plan on plan.id = invoice.enrolment_id
        where plan.patient_id = old.id and (charge.reference = nullif(noted.reference, '')
          or (charge.gateway = noted.gateway and charge.gateway_id = noted.gateway_id))));
  perform set_config('app.erasing', '', true);
  return null;
end $$;
revoke execute on function erase_reconciliation_notes() from public;
create trigger erased_people_leave_reconciliation_notes after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_reconciliation_notes();
