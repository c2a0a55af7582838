-- online
-- Refunds and voids. The row and its reference are written before the gateway is called, and settled after it has answered.

-- The sum of the refunds that are done. Only the trigger below writes it.
alter table transactions add column refunded_cents integer not null default 0;
-- Rows of before have 0, so that nothing is left to validate.
alter table transactions add constraint refunds_within_charge
  check (refunded_cents between 0 and charged_cents) not valid;

create table refunds (
  id             integer generated always as identity primary key,
  domain_id      integer not null references domains,
  transaction_id integer not null references transactions,
  cents          integer not null check (cents > 0),
  -- how the money goes back; the gateway's state of the charge decides, so it is null until the gateway was asked
  way            text constraint refund_ways check (way in ('void', 'refund', 'outside', 'chargeback')),
  reason         text not null constraint refund_reasons
    check (reason in ('duplicate', 'not_delivered', 'patient_withdrew', 'goodwill', 'fraud', 'other')),
  note           text not null check (length(note) between 5 and 1000),
  -- made by the client: the same key is the same refund
  key            uuid not null constraint refund_keys_are_used_once unique,
  return_coupon  boolean not null default false,
  requested_by   integer not null references users (id),
  approved_by    integer references users (id),
  state          text not null constraint refund_states
    check (state in ('requested', 'waiting', 'begun', 'done', 'failed', 'rejected', 'cancelled')),
  -- the invoice number of the refund at the gateway; every attempt has its own
  reference      text not null constraint refund_references_are_used_once unique check (length(reference) between 1 and 20),
  gateway_id     text,
  -- why it waits or failed, or the note of the rejection
  message        text not null default '' check (length(message) <= 1000),
  requested_at   timestamptz not null default now(),
  begun_at       timestamptz,
  settled_at     timestamptz,
  constraint refunds_by_four_eyes check (approved_by <> requested_by),
  constraint refund_end_has_a_time check ((state in ('requested', 'waiting', 'begun')) = (settled_at is null)),
  constraint refund_beginning_has_a_way check (state not in ('begun', 'done') or way is not null),
  constraint refund_beginning_has_a_time check (state <> 'begun' or begun_at is not null)
);
create unique index one_open_refund on refunds (transaction_id) where state in ('requested', 'waiting', 'begun');
create index refunds_of_transaction on refunds (transaction_id, id);
create index refunds_of_site on refunds (domain_id, id desc);
create index open_refunds on refunds (id) where state in ('requested', 'waiting', 'begun');

call isolate('refunds');
grant select, insert on refunds to vialkeep_platform, vialkeep_tenant;
grant update (way, approved_by, state, reference, gateway_id, message, begun_at, settled_at) on refunds
  to vialkeep_platform, vialkeep_tenant;

-- What is done and open together never exceeds the charge. The lock of the transaction puts its refunds in line.
create function refunds_stay_within_charge() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  charged bigint;
begin
  select charged_cents into charged from transactions
    where id = new.transaction_id and domain_id = new.domain_id for no key update;
  if charged is null or charged < new.cents + (
    select coalesce(sum(cents), 0) from refunds
    where transaction_id = new.transaction_id and id <> new.id and state in ('requested', 'waiting', 'begun', 'done'))
  then
    raise exception 'Refund % exceeds what was charged.', new.id
      using errcode = 'check_violation', constraint = 'refunds_stay_within_charge', table = 'refunds';
  end if;
  return new;
end $$;
revoke execute on function refunds_stay_within_charge() from public;
create trigger refunds_stay_within_charge before insert or update of state on refunds
  for each row when (new.state in ('requested', 'waiting', 'begun', 'done')) execute function refunds_stay_within_charge();

create function count_done_refund() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update transactions set refunded_cents = refunded_cents + new.cents where id = new.transaction_id;
  return null;
end $$;
revoke execute on function count_done_refund() from public;
-- A refund that is over stays over, so that it becomes done once.
create trigger done_refunds_are_counted after insert or update of state on refunds
  for each row when (new.state = 'done') execute function count_done_refund();

create function refunds_stay_settled() returns trigger
  language plpgsql as $$
begin
  if is_erasing() and (to_jsonb(new) - '{note,message}'::text[]) = (to_jsonb(old) - '{note,message}'::text[]) then
    return new;
  end if;
  raise exception 'Refund % is over.', old.id
    using errcode = 'check_violation', constraint = 'settled_refunds_stay', table = 'refunds';
end $$;
create trigger settled_refunds_stay before update on refunds
  for each row when (old.settled_at is not null) execute function refunds_stay_settled();
create trigger refunds_are_kept before delete or truncate on refunds
  for each statement execute function refuse_change();

-- Overwrites notes that name a person who is erased. The account still has the names when its row is overwritten.
create function erase_refund_notes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  searched text[] := array[old.email, old.username, old.first_name, old.last_name, old.phone_number];
begin
  perform set_config('app.erasing', 'on', true);
  update refunds noted set note = 'Erased.', message = case when noted.state = 'rejected' then 'Erased.' else noted.message end
    from transactions sold
    where sold.id = noted.transaction_id and (sold.buyer_id = old.id or sold.patient_id = old.id)
      and mentions_any(noted.note || ' ' || noted.message, searched);
  perform set_config('app.erasing', '', true);
  return null;
end $$;
revoke execute on function erase_refund_notes() from public;
create trigger erased_people_leave_refund_notes after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_refund_notes();

-- What the sandbox gateway has given back. It stands for an outside system, as its other tables do.
create table sandbox_refunds (
  id           bigint generated always as identity (start with 70000000001) primary key,
  reference    text not null constraint sandbox_refunds_once unique,
  charge_id    bigint not null references sandbox_charges,
  amount_cents bigint not null check (amount_cents > 0),
  created_at   timestamptz not null default now()
);
create index sandbox_refunds_of_charge on sandbox_refunds (charge_id);
grant select on sandbox_refunds to vialkeep_platform;

-- Gives back a part of a settled charge, once for each reference. `refused` is the gateway's reason code.
create function sandbox_refund(charge bigint, refund_reference text, cents bigint, settles_seconds integer,
    out refund_id bigint, out refused text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  charged sandbox_charges;
begin
  select * into charged from sandbox_charges where id = charge for update;
  select id into refund_id from sandbox_refunds where reference = refund_reference;
  if refund_id is not null then return; end if;
  refused := case
    when charged.id is null or charged.state <> 'approved' then '54'
    when charged.settled_at + make_interval(secs => settles_seconds) > now() then '50'
    when charged.settled_at + make_interval(secs => settles_seconds) < now() - interval '120 days' then '54'
    when cents + (select coalesce(sum(amount_cents), 0) from sandbox_refunds where charge_id = charge) > charged.amount_cents
      then '55'
  end;
  if refused is not null then return; end if;
  insert into sandbox_refunds (reference, charge_id, amount_cents) values (refund_reference, charge, cents)
    returning id into refund_id;
end $$;
revoke execute on function sandbox_refund(bigint, text, bigint, integer) from public;
grant execute on function sandbox_refund(bigint, text, bigint, integer) to vialkeep_platform;
