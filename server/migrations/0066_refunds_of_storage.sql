-- online
-- A refund is of a transaction or of a storage invoice. What an invoice has not earned yet is taken from what is deferred.

alter table refunds alter column transaction_id drop not null;
alter table refunds add column invoice_id integer;
-- the part of a done refund that its invoice had not earned; the trigger below writes it
alter table refunds add column unearned_cents integer not null default 0;
-- Rows of before have a transaction, so that nothing is left to validate.
alter table refunds add constraint refund_of_one_charge check (num_nonnulls(transaction_id, invoice_id) = 1) not valid;
alter table refunds add constraint refund_unearned_part check (unearned_cents between 0 and cents
  and (unearned_cents = 0 or invoice_id is not null)) not valid;
alter table refunds add constraint refund_of_invoice foreign key (invoice_id, domain_id)
  references storage_invoices (id, domain_id) not valid;
create unique index one_open_refund_of_invoice on refunds (invoice_id) where state in ('requested', 'waiting', 'begun');
create index refunds_of_invoice on refunds (invoice_id, id) where invoice_id is not null;

-- What is done and open together never exceeds the charge. The lock of what was charged puts its refunds in line.
create or replace function refunds_stay_within_charge() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  charged bigint;
  deferred bigint := 0;
begin
  if new.transaction_id is not null then
    select charged_cents into charged from transactions
      where id = new.transaction_id and domain_id = new.domain_id for no key update;
  else
    select cents, cents - recognised_cents - unearned_cents into charged, deferred from storage_invoices
      where id = new.invoice_id and domain_id = new.domain_id and paid_on is not null for no key update;
  end if;
  if charged is null or charged < new.cents + (
    select coalesce(sum(cents), 0) from refunds
    where (transaction_id = new.transaction_id or invoice_id = new.invoice_id) and id <> new.id
      and state in ('requested', 'waiting', 'begun', 'done'))
  then
    raise exception 'Refund % exceeds what was charged.', new.id
      using errcode = 'check_violation', constraint = 'refunds_stay_within_charge', table = 'refunds';
  end if;
  new.unearned_cents := case when new.state = 'done' then least(new.cents, deferred) else 0 end;
  return new;
end $$;

create or replace function count_done_refund() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update transactions set refunded_cents = refunded_cents + new.cents where id = new.transaction_id;
  update storage_invoices set refunded_cents = refunded_cents + new.cents,
      unearned_cents = unearned_cents + new.unearned_cents,
      state = case when refunded_cents + new.cents = cents then 'refunded' else state end
    where id = new.invoice_id;
  return null;
end $$;

create or replace function erase_refund_notes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  searched text[] := array[old.email, old.username, old.first_name, old.last_name, old.phone_number];
begin
  perform set_config('app.erasing', 'on', true);
  update refunds noted set note = 'Erased.', message = case when noted.state = 'rejected' then 'Erased.' else noted.message end
    where mentions_any(noted.note || ' ' || noted.message, searched)
      and (exists (select from transactions sold
          where sold.id = noted.transaction_id and (sold.buyer_id = old.id or sold.patient_id = old.id))
        or exists (select from storage_invoices invoice join storage_enrolments plan on plan.id = invoice.enrolment_id
          where invoice.id = noted.invoice_id and plan.patient_id = old.id));
  perform set_config('app.erasing', '', true);
  return null;
end $$;

-- A charge or refund that is under way needs the card and the address that an erasure overwrites.
create or replace function erasure_obstacles(person integer) returns text[]
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  begin atomic
    select array_remove(array[
      case when account.erased_at is not null then 'already_erased' end,
      case when account.plan_id in (7, 10) then 'is_administrator' end,
      case when exists (select from legal_holds where user_id = person and ended_at is null) then 'legal_hold' end,
      case when exists (select from vials where patient_id = person and state = 'stored') then 'has_vials' end,
      case when exists (select from checkouts where buyer_id = person and state in ('begun', 'held'))
        or exists (select from storage_charges charge join storage_invoices invoice on invoice.id = charge.invoice_id
            join storage_enrolments plan on plan.id = invoice.enrolment_id
          where plan.patient_id = person and charge.state in ('begun', 'held'))
        or exists (select from refunds left join transactions sold on sold.id = refunds.transaction_id
            left join storage_invoices invoice on invoice.id = refunds.invoice_id
            left join storage_enrolments plan on plan.id = invoice.enrolment_id
          where refunds.state in ('requested', 'waiting', 'begun') and person in (sold.buyer_id, plan.patient_id))
        or exists (select from transactions
          where buyer_id = person and domain_id = account.domain_id and shipping_date >= current_date)
        or exists (select from transactions where patient_id = person and shipping_date >= current_date)
        or exists (select from labels label
          where (label.requester_id = person or label.center_id = person
              or exists (select from label_patients where label_id = label.id and patient_id = person))
            and (label.file is null or (label.delivered_at is null and label.made_at > now() - interval '60 days'
              and coalesce(label.shipment_state, '') not in ('delivered', 'returned', 'cancelled'))))
        then 'has_open_orders' end,
      case when exists (select from documents document join signings signing on signing.id = document.provider_id
          where (document.signer_id = person or (document.signer_id is null and document.domain_id = account.domain_id
              and lower(document.signer_email) = lower(account.email)))
            and document.provider = 'builtin' and document.status = 'Pending' and signing.state = 'signed')
        then 'paper_being_sealed' end
    ], null)
    from users account where account.id = person and works_for_site(account.domain_id);
  end;
