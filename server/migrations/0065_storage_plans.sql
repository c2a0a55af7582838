-- online
-- Storage plans: what a site offers, which patient has which plan, its invoices and their charges. Nothing here knows of
-- vials: an unpaid plan changes no record of a sample.

create table storage_offers (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  name        text not null check (length(btrim(name)) between 1 and 100),
  years       integer not null check (years in (1, 5, 10, 20)),
  price_cents integer not null check (price_cents between 1 and 100000000),
  is_offered  boolean not null default true,
  version     integer not null default 1,
  constraint storage_offers_in_domain unique (id, domain_id)
);
create index storage_offers_of_site on storage_offers (domain_id, years, id);
call isolate('storage_offers');
grant select, insert on storage_offers to vialkeep_platform, vialkeep_tenant;
grant update (name, price_cents, is_offered, version) on storage_offers to vialkeep_platform, vialkeep_tenant;

create table storage_enrolments (
  id             integer generated always as identity primary key,
  domain_id      integer not null references domains,
  patient_id     integer not null,
  offer_id       integer not null,
  -- whether the default card is charged on the due day
  automatic      boolean not null default false,
  -- every period begins on this day of its year
  starts_on      date not null,
  paid_through   date,
  state          text not null default 'active' constraint storage_enrolment_states
    check (state in ('active', 'past_due', 'grace', 'lapsed', 'ended')),
  -- the last day of the grace period; a later change of the settings does not move it
  grace_until    date,
  -- whether the second letter of the grace period was written
  grace_reminded boolean not null default false,
  -- the due day before which the owner of the card was told that it expires
  card_warned_on date,
  end_asked_at   timestamptz,
  end_note       text not null default '' check (length(end_note) <= 1000),
  decision       text constraint storage_decisions check (decision in ('keep', 'new_plan', 'end')),
  decision_note  text not null default '' check (length(decision_note) <= 1000),
  decided_by     integer references users,
  decided_at     timestamptz,
  document_id    integer references documents,
  created_at     timestamptz not null default now(),
  constraint storage_enrolments_in_domain unique (id, domain_id),
  constraint storage_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint storage_offer_of_site foreign key (offer_id, domain_id) references storage_offers (id, domain_id),
  constraint storage_ends_by_decision check ((state = 'ended') = (decision is not null)),
  constraint storage_decision_has_a_time check ((decision is null) = (decided_at is null)),
  constraint storage_end_needs_consent check (decision is distinct from 'end' or document_id is not null),
  constraint grace_has_an_end check ((state = 'grace') = (grace_until is not null))
);
create unique index one_storage_plan on storage_enrolments (patient_id) where state <> 'ended';
create index storage_enrolments_of_patient on storage_enrolments (patient_id, id desc);
create index storage_enrolments_of_site on storage_enrolments (domain_id, id desc);
create index storage_enrolments_of_offer on storage_enrolments (offer_id);
create index storage_decisions_wait on storage_enrolments (domain_id, id)
  where state <> 'ended' and (state = 'lapsed' or end_asked_at is not null);
call isolate('storage_enrolments');
grant select, insert on storage_enrolments to vialkeep_platform, vialkeep_tenant;
grant update (automatic, paid_through, state, grace_until, grace_reminded, card_warned_on, end_asked_at, end_note, decision,
  decision_note, decided_by, decided_at, document_id) on storage_enrolments to vialkeep_platform, vialkeep_tenant;

-- Storage ends only with a completed document that the patient has signed.
create function storage_end_is_signed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from documents where id = new.document_id and signer_id = new.patient_id
    and domain_id = new.domain_id and status = 'Completed' and hidden_at is null)
  then
    raise exception 'Storage plan % ends without a signed consent.', new.id
      using errcode = 'check_violation', constraint = 'storage_end_is_signed', table = 'storage_enrolments';
  end if;
  return new;
end $$;
revoke execute on function storage_end_is_signed() from public;
create trigger storage_end_is_signed before insert or update of decision on storage_enrolments
  for each row when (new.decision = 'end') execute function storage_end_is_signed();
create trigger storage_enrolments_are_kept before delete or truncate on storage_enrolments
  for each statement execute function refuse_change();

create function ended_storage_stays() returns trigger
  language plpgsql as $$
begin
  if is_erasing() and (to_jsonb(new) - '{end_note,decision_note}'::text[]) = (to_jsonb(old) - '{end_note,decision_note}'::text[])
  then
    return new;
  end if;
  raise exception 'Storage plan % has ended.', old.id
    using errcode = 'check_violation', constraint = 'ended_storage_stays', table = 'storage_enrolments';
end $$;
create trigger ended_storage_stays before update on storage_enrolments
  for each row when (old.state = 'ended') execute function ended_storage_stays();

create table storage_invoices (
  id               integer generated always as identity primary key,
  domain_id        integer not null references domains,
  -- 1, 2, 3 … of the site, given by the trigger below; shown as S-000001
  number           integer not null default 0 check (number > 0),
  enrolment_id     integer not null,
  from_day         date not null,
  to_day           date not null,
  -- the price on the day of the notice; a later change of the offer does not reach it
  cents            integer not null check (cents > 0),
  due_on           date not null,
  state            text not null default 'open' constraint storage_invoice_states
    check (state in ('open', 'paid', 'void', 'refunded')),
  -- the day of the next automatic charge or reminder; null where none is left
  next_try_on      date,
  paid_on          date,
  recognised_cents integer not null default 0,
  -- what was given back, and the part of it that was not earned yet; only the refunds' trigger writes them
  refunded_cents   integer not null default 0,
  unearned_cents   integer not null default 0,
  noticed_at       timestamptz not null default now(),
  constraint storage_invoices_in_domain unique (id, domain_id),
  constraint storage_invoice_numbers unique (domain_id, number),
  constraint one_storage_invoice_for_a_period unique (enrolment_id, from_day),
  constraint storage_invoice_of_site foreign key (enrolment_id, domain_id) references storage_enrolments (id, domain_id),
  constraint storage_period_has_days check (to_day > from_day),
  constraint storage_payment_has_a_day check ((state in ('paid', 'refunded')) = (paid_on is not null)),
  constraint storage_is_recognised_when_paid check (recognised_cents = 0 or paid_on is not null),
  constraint storage_refunds_within_payment check (refunded_cents between 0 and cents
    and unearned_cents between 0 and refunded_cents and recognised_cents between 0 and cents - unearned_cents),
  constraint storage_refunded_as_a_whole check ((state = 'refunded') = (refunded_cents = cents))
);
create unique index one_open_storage_invoice on storage_invoices (enrolment_id) where state = 'open';
create index storage_invoices_of_enrolment on storage_invoices (enrolment_id, id desc);
create index storage_invoices_due on storage_invoices (due_on) where state = 'open';
create index storage_invoices_unearned on storage_invoices (domain_id, id)
  where paid_on is not null and recognised_cents + unearned_cents < cents;
call isolate('storage_invoices');
grant select, insert on storage_invoices to vialkeep_platform, vialkeep_tenant;
grant update (state, next_try_on, paid_on, recognised_cents) on storage_invoices
  to vialkeep_platform, vialkeep_tenant;

-- Numbers without gaps: the lock of the site is held until the commit, and an invoice is never deleted.
create function number_storage_invoice() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('storage_invoices'), new.domain_id);
  select coalesce(max(number), 0) + 1 into new.number from storage_invoices where domain_id = new.domain_id;
  return new;
end $$;
revoke execute on function number_storage_invoice() from public;
create trigger storage_invoices_are_numbered before insert on storage_invoices
  for each row execute function number_storage_invoice();
create trigger storage_invoices_are_kept before delete or truncate on storage_invoices
  for each statement execute function refuse_change();

create function closed_storage_invoice_stays() returns trigger
  language plpgsql as $$
begin
  if old.state in ('void', 'refunded') and new.state <> old.state or old.state = 'paid' and new.state not in ('paid', 'refunded')
    or new.recognised_cents < old.recognised_cents or new.refunded_cents < old.refunded_cents
    or new.unearned_cents < old.unearned_cents or old.paid_on is distinct from new.paid_on and old.paid_on is not null
  then
    raise exception 'Storage invoice % is closed.', old.id
      using errcode = 'check_violation', constraint = 'closed_storage_invoice_stays', table = 'storage_invoices';
  end if;
  return new;
end $$;
create trigger closed_storage_invoice_stays before update on storage_invoices
  for each row execute function closed_storage_invoice_stays();

create table storage_charges (
  id         integer generated always as identity primary key,
  invoice_id integer not null,
  domain_id  integer not null references domains,
  -- the patient who paid; null where the product charges the card on the due day
  by_id      integer references users,
  -- the day of the try; a charge that was not attempted is tried on it again
  tried_on   date not null,
  gateway    text not null,
  reference  text not null constraint storage_references_are_used_once unique check (length(reference) between 1 and 20),
  state      text not null default 'begun' constraint storage_charge_states
    check (state in ('begun', 'held', 'charged', 'declined', 'given_up')),
  gateway_id text,
  card_brand text not null default '' check (length(card_brand) <= 20),
  card_last4 text not null default '' check (card_last4 ~ '^(\d{4})?$'),
  message    text not null default '' check (length(message) <= 1000),
  begun_at   timestamptz not null default now(),
  settled_at timestamptz,
  constraint storage_charge_of_site foreign key (invoice_id, domain_id) references storage_invoices (id, domain_id),
  constraint storage_charge_end_has_a_time check ((state in ('begun', 'held')) = (settled_at is null)),
  constraint storage_charge_names_the_payment check (state <> 'charged' or gateway_id is not null),
  constraint storage_payment_once unique (gateway, gateway_id)
);
-- An invoice is charged once, whether the patient or the product pays it.
create unique index one_storage_charge on storage_charges (invoice_id) where state in ('begun', 'held', 'charged');
create index storage_charges_of_invoice on storage_charges (invoice_id, id desc);
create index open_storage_charges on storage_charges (begun_at) where state in ('begun', 'held');
call isolate('storage_charges');
grant select, insert on storage_charges to vialkeep_platform, vialkeep_tenant;
grant update (state, gateway_id, card_brand, card_last4, message, settled_at) on storage_charges
  to vialkeep_platform, vialkeep_tenant;
create trigger storage_charges_are_kept before delete or truncate on storage_charges
  for each statement execute function refuse_change();

-- The last day of the period that begins on a day. All periods are counted from the first, so that a plan of 29 February
-- comes back to it in a leap year.
create function storage_period_end(starts_on date, years integer, from_day date) returns date
  language sql immutable parallel safe
  return ((starts_on + make_interval(years => years * (1 + (extract(year from from_day)::integer
    - extract(year from starts_on)::integer) / years)))::date - 1);

-- What an invoice has earned at the end of a day, by its days.
create function storage_earned(cents integer, unearned integer, from_day date, to_day date, until date) returns integer
  language sql immutable parallel safe
  return least(cents - unearned, round(cents::numeric
    * greatest(0, least(until, to_day) - from_day + 1) / (to_day - from_day + 1))::integer);

-- Overwrites the notes and cards of a person who is erased.
create function erase_storage_notes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.erasing', 'on', true);
  update storage_enrolments set
      end_note = case end_note when '' then '' else 'Erased.' end,
      decision_note = case decision_note when '' then '' else 'Erased.' end
    where patient_id = old.id;
  update storage_charges charge set card_last4 = '', message = ''
    from storage_invoices invoice join storage_enrolments plan on plan.id = invoice.enrolment_id
    where invoice.id = charge.invoice_id and plan.patient_id = old.id;
  perform set_config('app.erasing', '', true);
  return null;
end $$;
revoke execute on function erase_storage_notes() from public;
create trigger erased_people_leave_storage_notes after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_storage_notes();
