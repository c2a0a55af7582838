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
