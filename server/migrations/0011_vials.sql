-- Every vial is a row: where it came from, whether it is still here, and what it left with.

create table vial_entries (
  id          integer generated always as identity primary key,
  patient_id  integer not null,
  domain_id   integer not null references domains,
  type        text not null,
  quantity    integer not null,
  date        date not null,
  tracking_id text,
  note        text not null default '',
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  constraint vials_come_in_or_go_out check (type in ('added', 'shipped')),
  constraint an_entry_has_at_least_one_vial check (quantity between 1 and 10000),
  constraint only_what_is_shipped_is_tracked check (type = 'shipped' or tracking_id is null),
  constraint entry_of_a_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint vial_entries_of_patient unique (patient_id, id)
);

call isolate('vial_entries');
grant select, insert, update on vial_entries to vialkeep_platform, vialkeep_tenant;

create table vials (
  id               integer generated always as identity primary key,
  patient_id       integer not null,
  domain_id        integer not null references domains,
  code             text not null,
  added_entry_id   integer not null,
  shipped_entry_id integer,
  state            text not null default 'stored',
  constraint vial_codes_name_one_vial unique (code),
  constraint vial_codes_have_their_shape check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$'),
  constraint a_vial_is_somewhere check (state in ('stored', 'shipped', 'withdrawn')),
  constraint shipped_vials_have_a_shipment check ((state = 'shipped') = (shipped_entry_id is not null)),
  constraint vial_of_a_patient foreign key (patient_id, domain_id) references users (id, domain_id),
  constraint vial_came_with_an_entry_of_the_patient
    foreign key (patient_id, added_entry_id) references vial_entries (patient_id, id),
  constraint vial_left_with_an_entry_of_the_patient
    foreign key (patient_id, shipped_entry_id) references vial_entries (patient_id, id)
);
create index vials_of_patient on vials (patient_id, state);
create index vials_added_with on vials (added_entry_id);
create index vials_shipped_with on vials (shipped_entry_id) where shipped_entry_id is not null;

call isolate('vials');
grant select, insert, update on vials to vialkeep_platform, vialkeep_tenant;

-- An entry says what its vials say. Looked at when the work is done, because entry and vials are written one after the other.
create function entry_counts_its_vials() returns trigger
  language plpgsql as $$
declare
  entry vial_entries;
  counted integer;
begin
  select * into entry from vial_entries where id = new.id;
  if entry.type = 'added' then
    select count(*) into counted from vials where added_entry_id = entry.id and state <> 'withdrawn';
  else
    select count(*) into counted from vials where shipped_entry_id = entry.id;
  end if;
  if counted <> (case when entry.deleted_at is null then entry.quantity else 0 end) then
    raise exception 'Entry % speaks of % vials and has %.', entry.id, entry.quantity, counted
      using errcode = 'check_violation', constraint = 'an_entry_counts_its_vials', table = 'vial_entries';
  end if;
  return null;
end $$;
create constraint trigger vial_entries_count after insert or update on vial_entries deferrable initially deferred
  for each row execute function entry_counts_its_vials();
