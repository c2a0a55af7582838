-- online
-- Inspections by agencies: who may look at which samples, until when, and the sessions of the inspector.

create table inspections (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  agency      text not null check (length(agency) between 1 and 120),
  name        text not null check (length(name) between 1 and 100),
  email       text not null check (length(email) between 3 and 254),
  reason      text not null check (length(reason) between 3 and 500),
  -- null: every patient of the site
  patient_ids integer[] check (cardinality(patient_ids) between 1 and 200),
  with_names  boolean not null default false,
  made_by     integer not null references users,
  made_at     timestamptz not null default now(),
  ends_at     timestamptz not null,
  ended_at    timestamptz,
  -- null where it ended by itself
  ended_by    integer references users,
  key_hash    bytea not null unique check (octet_length(key_hash) = 32),
  constraint inspections_in_domain unique (id, domain_id),
  constraint an_inspection_lasts_two_weeks check (ends_at > made_at and ends_at <= made_at + interval '14 days'),
  constraint an_administrator_ends_it_early check (ended_by is null or ended_at is not null)
);
create index inspections_of_site on inspections (domain_id, id desc);
create index inspections_running on inspections (ends_at) where ended_at is null;
call isolate('inspections');
grant select, insert, update on inspections to vialkeep_platform, vialkeep_tenant;

create table inspection_codes (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  inspection_id integer not null,
  code_hmac     bytea not null,
  tries         smallint not null default 0 check (tries between 0 and 5),
  expires_at    timestamptz not null,
  used_at       timestamptz,
  -- a newer code has replaced it
  ended_at      timestamptz,
  constraint code_of_inspection foreign key (inspection_id, domain_id) references inspections (id, domain_id)
);
create unique index one_open_code_of_inspection on inspection_codes (inspection_id)
  where used_at is null and ended_at is null;
create index inspection_codes_by_end on inspection_codes (expires_at);
call isolate('inspection_codes');
grant select, insert, update, delete on inspection_codes to vialkeep_platform;

create table inspection_sessions (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  inspection_id integer not null,
  token_hash    bytea not null unique check (octet_length(token_hash) = 32),
  opened_at     timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  ended_at      timestamptz,
  constraint session_of_inspection foreign key (inspection_id, domain_id) references inspections (id, domain_id)
);
create index sessions_of_inspection on inspection_sessions (inspection_id, opened_at desc);
call isolate('inspection_sessions');
grant select, insert, update, delete on inspection_sessions to vialkeep_platform;
grant select on inspection_codes, inspection_sessions to vialkeep_tenant;

-- An inspector has no account: `inspection_id` names the inspection, and `session_id` its session.
alter table access_records
  alter column actor_id drop not null,
  alter column user_id drop not null,
  add constraint an_opening_has_a_reader check ((inspection_id is null) = (actor_id is not null)
    and (actor_id is null) = (user_id is null)) not valid;

create or replace function append_access(of_writer uuid, number bigint, entries jsonb) returns void
  language plpgsql as $$
declare
  before bytea := '\x00';
  added access_batches;
  texts text;
begin
  if exists (select from access_batches where writer = of_writer and batch = number) then return; end if;
  if number > 1 then
    select sha256 into strict before from access_batches where writer = of_writer and batch = number - 1;
  end if;
  with inserted as (
    insert into access_records (at, domain_id, subject_id, actor_id, user_id, session_id, inspection_id, what, object,
      seen, reason, writer, batch)
    select entry.at, coalesce(person.domain_id, entry.domain_id), entry.subject_id, entry.actor_id, entry.user_id,
      entry.session_id, entry.inspection_id, entry.what, entry.object, entry.seen, entry.reason, of_writer, number
    from jsonb_to_recordset(entries) as entry(at timestamptz, domain_id integer, subject_id integer, actor_id integer,
        user_id integer, session_id integer, inspection_id integer, what smallint, object text, seen integer[],
        reason text)
      left join users person on person.id = entry.subject_id
    returning access_records)
  select count(*), min((inserted.access_records).at), max((inserted.access_records).at),
    string_agg(access_text(inserted.access_records), E'\n' order by access_text(inserted.access_records) collate "C")
  into added.rows, added.first_at, added.last_at, texts from inserted;
  added.writer := of_writer;
  added.batch := number;
  added.previous := before;
  added.sha256 := access_seal(added, texts);
  insert into access_batches select added.*;
end $$;
