-- online
-- Departures from the rules. What they touched is in deviation_vials.

create table deviations (
  id           integer generated always as identity primary key,
  domain_id    integer not null references domains,
  lab_id       integer not null,
  title        text not null check (length(title) between 1 and 200),
  text         text not null check (length(text) <= 5000),
  -- a drill acts on nothing
  is_drill     boolean not null default false,
  -- where the trace begins: one of kit_lot, reagent_lot, batch, place with from and to, lab_day, vials
  source       jsonb not null check (jsonb_typeof(source) = 'object'),
  state        text not null default 'open' constraint deviation_states check (state in ('open', 'closed')),
  risk         text constraint deviation_risks check (risk in ('none', 'possible')),
  conclusion   text not null default '' check (length(conclusion) <= 5000),
  signature_id integer constraint signature_closes_one_deviation unique,
  opened_at    timestamptz not null default now(),
  closed_at    timestamptz,
  constraint deviations_of_lab unique (id, lab_id, domain_id),
  constraint deviations_in_domain unique (id, domain_id),
  constraint deviation_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint deviation_signature foreign key (signature_id, lab_id, domain_id)
    references signatures (id, lab_id, domain_id),
  constraint closed_deviations_are_signed
    check ((state = 'closed') = (signature_id is not null) and (state = 'closed') = (closed_at is not null)),
  constraint closed_deviations_have_a_conclusion check (state = 'open' or (risk is not null and conclusion <> ''))
);
create index deviations_of_lab_newest on deviations (lab_id, id desc);
create index deviations_open on deviations (lab_id, id) where state = 'open';
call isolate('deviations');
grant select, insert, update (title, text, state, risk, conclusion, signature_id, closed_at) on deviations
  to vialkeep_platform, vialkeep_tenant;
create trigger deviations_are_of_a_lab before insert on deviations
  for each row execute function require_lab_account();
create trigger deviations_are_kept before delete or truncate on deviations
  for each statement execute function refuse_change();

create function closed_deviations_stay() returns trigger
  language plpgsql as $$
begin
  raise exception 'Deviation % is closed.', old.id
    using errcode = 'check_violation', constraint = 'closed_deviations_stay', table = 'deviations';
end $$;
create trigger closed_deviations_stay before update on deviations
  for each row when (old.state = 'closed') execute function closed_deviations_stay();
