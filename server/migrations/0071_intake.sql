-- online
-- From the kit to the batch: lots, kits, harvests, arrivals, batches, their lots and results, and printed labels.

create table lots (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  kind        text not null constraint lot_kinds check (kind in ('kit', 'reagent')),
  name        text not null check (length(name) between 1 and 120),
  gtin        text check (gtin ~ '^\d{14}$'),
  lot         text not null check (length(lot) between 1 and 60),
  expires_on  date,
  received_on date not null,
  -- the deviation that holds it
  held_by     integer,
  constraint lots_are_known_once unique (lab_id, kind, name, lot),
  constraint lots_of_lab unique (id, lab_id, domain_id),
  constraint lot_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint lot_deviation foreign key (held_by, lab_id, domain_id) references deviations (id, lab_id, domain_id)
);
create index lots_of_lab_newest on lots (lab_id, id desc);
create index lots_held on lots (held_by) where held_by is not null;
call isolate('lots');
grant select, insert, update (expires_on, received_on, gtin, held_by) on lots to vialkeep_platform, vialkeep_tenant;
create trigger lots_are_of_a_lab before insert on lots for each row execute function require_lab_account();
create trigger lots_are_kept before delete or truncate on lots
  for each statement execute function refuse_change();

create table kits (
  id        integer generated always as identity primary key,
  domain_id integer not null references domains,
  lab_id    integer not null,
  lot_id    integer not null,
  code      text not null constraint kit_codes_name_one_kit unique
    check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$'),
  serial    text check (length(serial) between 1 and 60),
  state     text not null default 'in_stock' constraint kit_states
    check (state in ('in_stock', 'sent', 'used', 'received', 'void')),
  center_id integer,
  sent_at   timestamptz,
  -- why it is void
  reason    text not null default '' check (length(reason) <= 500),
  constraint kit_serials_once unique (lot_id, serial),
  constraint kits_of_lab unique (id, lab_id, domain_id),
  constraint kit_lot foreign key (lot_id, lab_id, domain_id) references lots (id, lab_id, domain_id),
  constraint kit_center foreign key (center_id, domain_id) references users (id, domain_id),
  constraint sent_kits_have_a_center check (state <> 'sent' or (center_id is not null and sent_at is not null)),
  constraint void_kits_have_a_reason check ((state = 'void') = (reason <> ''))
);
create index kits_of_lab_newest on kits (lab_id, id desc);
create index kits_of_lot on kits (lot_id);
create index kits_at_center on kits (center_id, id) where state = 'sent';
call isolate('kits');
grant select, insert, update (state, center_id, sent_at, reason) on kits to vialkeep_platform, vialkeep_tenant;
create trigger kits_are_kept before delete or truncate on kits
  for each statement execute function refuse_change();

create table harvests (
  id           integer generated always as identity primary key,
  domain_id    integer not null references domains,
  lab_id       integer not null,
  kit_id       integer not null constraint kits_are_used_once unique,
  patient_id   integer not null,
  center_id    integer not null,
  harvested_at timestamptz not null,
  volume_ml    double precision check (volume_ml > 0),
  note         text not null default '' check (length(note) <= 1000),
  constraint harvests_of_patient unique (id, patient_id),
  constraint harvest_kit foreign key (kit_id, lab_id, domain_id) references kits (id, lab_id, domain_id),
  constraint harvest_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint harvest_center foreign key (center_id, domain_id) references users (id, domain_id)
);
create index harvests_of_patient_newest on harvests (patient_id, id desc);
create index harvests_of_center on harvests (center_id, id desc);
create index harvests_of_lab on harvests (lab_id, harvested_at desc);
call isolate('harvests');
grant select, insert, update (note, volume_ml) on harvests to vialkeep_platform, vialkeep_tenant;
create trigger harvests_are_kept before delete or truncate on harvests
  for each statement execute function refuse_change();

create table arrivals (
  id               integer generated always as identity primary key,
  domain_id        integer not null references domains,
  lab_id           integer not null,
  patient_id       integer not null,
  -- null: no kit was scanned at the clinic
  harvest_id       integer constraint harvests_arrive_once unique,
  tracking_number  text not null default '' check (length(tracking_number) <= 100),
  arrived_at       timestamptz not null,
  condition        text not null constraint arrival_conditions check (condition in ('intact', 'damaged', 'wet', 'open')),
  indicator        text not null constraint arrival_indicators check (indicator in ('ok', 'none', 'exceeded')),
  temperature_c    double precision check (temperature_c between -200 and 100),
  identity_matches boolean not null,
  -- from the harvest; null without one, and then not judged
  transit_minutes  integer check (transit_minutes >= 0),
  -- the lab's limit on that day
  window_minutes   integer not null check (window_minutes > 0),
  decision         text not null constraint arrival_decisions
    check (decision in ('accepted', 'accepted_with_deviation', 'rejected')),
  reason           text not null default '' check (length(reason) <= 1000),
  operator_id      integer,
  constraint arrivals_of_patient unique (id, patient_id),
  constraint arrivals_of_lab unique (id, lab_id, domain_id),
  constraint arrival_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint arrival_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint arrival_harvest foreign key (harvest_id, patient_id) references harvests (id, patient_id),
  constraint arrival_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id),
  constraint accepted_arrivals_meet_every_criterion check (decision <> 'accepted' or (condition = 'intact'
    and indicator in ('ok', 'none') and identity_matches and coalesce(transit_minutes <= window_minutes, true))),
  constraint other_decisions_have_a_reason check (decision = 'accepted' or length(reason) >= 10)
);
create index arrivals_of_patient_newest on arrivals (patient_id, id desc);
create index arrivals_of_lab_newest on arrivals (lab_id, id desc);
call isolate('arrivals');
grant select, insert on arrivals to vialkeep_platform, vialkeep_tenant;
create trigger arrivals_are_of_a_lab before insert on arrivals for each row execute function require_lab_account();
create trigger arrivals_are_kept before update or delete or truncate on arrivals
  for each statement execute function refuse_change();

create table arrival_photos (
  arrival_id integer not null,
  n          smallint not null check (n between 1 and 6),
  domain_id  integer not null references domains,
  lab_id     integer not null,
  file       text not null references files constraint photo_of_one_arrival unique,
  primary key (arrival_id, n),
  constraint photo_arrival foreign key (arrival_id, lab_id, domain_id) references arrivals (id, lab_id, domain_id)
);
call isolate('arrival_photos');
grant select, insert on arrival_photos to vialkeep_platform, vialkeep_tenant;
create trigger arrival_photos_are_kept before update or delete or truncate on arrival_photos
  for each statement execute function refuse_change();

create table batches (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  lab_id     integer not null,
  patient_id integer not null,
  arrival_id integer,
  code       text not null constraint batch_codes_name_one_batch unique
    check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$'),
  passage    integer not null check (passage between 0 and 99),
  opened_on  date not null,
  state      text not null default 'open' constraint batch_states check (state in ('open', 'closed', 'failed')),
  version    integer not null default 1,
  constraint passages_once unique (patient_id, passage),
  constraint batches_of_patient unique (id, patient_id),
  constraint batches_of_lab unique (id, lab_id, domain_id),
  constraint batch_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint batch_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint batch_arrival_of_the_patient foreign key (arrival_id, patient_id) references arrivals (id, patient_id)
);
create index batches_of_lab_newest on batches (lab_id, id desc);
create index batches_in_process on batches (lab_id, id) where state = 'open';
create index batches_of_arrival on batches (arrival_id) where arrival_id is not null;
call isolate('batches');
grant select, insert, update (state, version) on batches to vialkeep_platform, vialkeep_tenant;
create trigger batches_are_of_a_lab before insert on batches for each row execute function require_lab_account();
create trigger batches_are_kept before delete or truncate on batches
  for each statement execute function refuse_change();

-- An arrival never changes, so that it is enough to look when the batch is opened.
create function rejected_tissue_is_not_processed() returns trigger
  language plpgsql as $$
begin
  if exists (select from arrivals where id = new.arrival_id and decision = 'rejected') then
    raise exception 'Arrival % was rejected.', new.arrival_id
      using errcode = 'check_violation', constraint = 'rejected_tissue_is_not_processed', table = 'batches';
  end if;
  return new;
end $$;
create trigger rejected_tissue_is_not_processed before insert or update of arrival_id on batches
  for each row when (new.arrival_id is not null) execute function rejected_tissue_is_not_processed();

create table batch_lots (
  batch_id    integer not null,
  lot_id      integer not null,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  operator_id integer,
  at          timestamptz not null default now(),
  primary key (batch_id, lot_id),
  constraint lot_of_batch foreign key (batch_id, lab_id, domain_id) references batches (id, lab_id, domain_id),
  constraint batch_lot foreign key (lot_id, lab_id, domain_id) references lots (id, lab_id, domain_id),
  constraint batch_lot_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id)
);
create index batch_lots_of_lot on batch_lots (lot_id);
call isolate('batch_lots');
grant select, insert on batch_lots to vialkeep_platform, vialkeep_tenant;
create trigger batch_lots_are_kept before update or delete or truncate on batch_lots
  for each statement execute function refuse_change();

create table qc_results (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  batch_id    integer not null,
  test        text not null constraint qc_tests check (test in ('viability', 'count', 'sterility', 'other')),
  value       double precision check (value >= 0),
  unit        text not null check (length(unit) <= 30),
  -- the limit by which it was judged
  limit_words text not null check (length(limit_words) <= 200),
  verdict     text not null constraint qc_verdicts check (verdict in ('pass', 'fail', 'pending')),
  sampled_on  date not null,
  -- the result that this one corrects; the current one of a test is replaced by none
  replaces_id integer constraint results_are_replaced_once unique,
  reason      text not null default '' check (length(reason) <= 1000),
  operator_id integer,
  constraint results_of_test unique (id, batch_id, test),
  constraint result_batch foreign key (batch_id, lab_id, domain_id) references batches (id, lab_id, domain_id),
  constraint replaced_result_of_the_same_test foreign key (replaces_id, batch_id, test)
    references qc_results (id, batch_id, test),
  constraint result_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id),
  constraint corrections_have_a_reason check ((replaces_id is null) = (reason = ''))
);
create unique index one_first_result_of_a_test on qc_results (batch_id, test) where replaces_id is null;
create index qc_results_of_batch on qc_results (batch_id, id);
call isolate('qc_results');
grant select, insert on qc_results to vialkeep_platform, vialkeep_tenant;
create trigger qc_results_are_kept before update or delete or truncate on qc_results
  for each statement execute function refuse_change();

create table label_prints (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  lab_id      integer not null,
  -- of vials, kits, places, batches, orders and operators, as printed
  codes       text[] not null check (cardinality(codes) between 1 and 500),
  format      text not null check (format in ('sheet', 'roll', 'zpl')),
  -- why a code was printed again
  reason      text check (length(reason) between 1 and 500),
  operator_id integer,
  at          timestamptz not null default now(),
  constraint print_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint print_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id)
);
create index label_prints_of_lab on label_prints (lab_id, at desc);
create index label_prints_by_code on label_prints using gin (codes);
call isolate('label_prints');
grant select, insert on label_prints to vialkeep_platform, vialkeep_tenant;
create trigger prints_are_of_a_lab before insert on label_prints for each row execute function require_lab_account();
create trigger label_prints_are_kept before update or delete or truncate on label_prints
  for each statement execute function refuse_change();

-- Overwrites the notes about a person who is erased.
create function erase_harvest_notes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update harvests set note = 'Erased.' where patient_id = old.id and note <> '';
  return null;
end $$;
revoke execute on function erase_harvest_notes() from public;
create trigger erased_people_leave_harvest_notes after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_harvest_notes();
