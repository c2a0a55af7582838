-- online
-- Keys by which programs call the product in the name of their owner, on one site. Only the hash of a key is stored.

create table api_keys (
  id           integer generated always as identity primary key,
  -- the owner's site
  domain_id    integer not null references domains,
  owner_id     integer not null,
  -- the one site whose rows the key reads and writes; another than the owner's only for those who see every site
  site_id      integer not null references domains,
  name         text not null check (length(name) between 1 and 100),
  -- the part of the key that is shown later
  prefix       text not null constraint api_key_prefixes check (prefix ~ '^[0-9a-z]{8}$'),
  hash         bytea not null constraint api_key_hashes_differ unique check (octet_length(hash) = 32),
  scopes       text[] not null constraint api_keys_have_scopes check (cardinality(scopes) between 1 and 20),
  created_at   timestamptz not null default now(),
  -- the last day on which the key works
  expires_on   date not null,
  last_used_at timestamptz,
  last_network text check (length(last_network) <= 64),
  replaced_by  integer,
  -- a replaced key works until then
  dies_at      timestamptz,
  revoked_at   timestamptz,
  -- how many days before the end the last letter about it was written
  warned_days  smallint constraint api_key_warnings check (warned_days in (3, 14)),
  constraint api_keys_in_domain unique (id, domain_id),
  constraint api_keys_of_site unique (id, site_id),
  constraint api_key_owner foreign key (owner_id, domain_id) references users (id, domain_id),
  constraint api_key_successor foreign key (replaced_by, domain_id) references api_keys (id, domain_id),
  constraint replaced_api_keys_die check ((replaced_by is null) = (dies_at is null)),
  constraint api_keys_end_within_two_years
    check (expires_on <= (created_at at time zone 'utc')::date + interval '2 years')
);
create index api_keys_of_owner on api_keys (owner_id, id desc);
create index api_keys_of_domain on api_keys (domain_id, id desc);
create index api_keys_ending on api_keys (expires_on) where revoked_at is null and replaced_by is null;
create index api_keys_replaced on api_keys (replaced_by, domain_id) where replaced_by is not null;
call isolate('api_keys');
grant select, insert, update (last_used_at, last_network, replaced_by, dies_at, revoked_at, warned_days) on api_keys
  to vialkeep_platform;
grant select, insert, update (replaced_by, dies_at, revoked_at, warned_days) on api_keys to vialkeep_tenant;

-- How often a key was used on a day (UTC); written in batches, so that a call costs no write.
create table api_key_days (
  api_key_id integer not null,
  day        date not null,
  domain_id  integer not null references domains,
  calls      integer not null check (calls > 0),
  -- how many of them were refused
  refused    integer not null default 0 check (refused between 0 and calls),
  primary key (api_key_id, day),
  constraint days_of_api_key foreign key (api_key_id, domain_id) references api_keys (id, domain_id) on delete cascade
);
call isolate('api_key_days');
grant select, insert, update (calls, refused), delete on api_key_days to vialkeep_platform;
grant select on api_key_days to vialkeep_tenant;

-- Writes that a key has made once under a text of its own. The row is written in the transaction of the write; the
-- answer follows, sealed. Both are kept for 24 hours.
create table idempotency_keys (
  api_key_id  integer not null,
  text        text not null check (length(text) between 1 and 64),
  -- the site of the key
  domain_id   integer not null references domains,
  route       text not null check (length(route) <= 200),
  -- over the address and the body
  body_sha256 bytea not null check (octet_length(body_sha256) = 32),
  answer      text,
  created_at  timestamptz not null default now(),
  primary key (api_key_id, text),
  constraint writes_of_api_key foreign key (api_key_id, domain_id) references api_keys (id, site_id) on delete cascade
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call isolate('idempotency_keys');
grant select, insert, update (route, body_sha256, answer, created_at), delete on idempotency_keys to vialkeep_platform;
grant select, insert, update (route, body_sha256, answer, created_at) on idempotency_keys to vialkeep_tenant;

-- The keys of an erased person go with the login; the audit log keeps their numbers.
create function erase_api_keys() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from api_keys where owner_id = new.id;
  return null;
end $$;
revoke execute on function erase_api_keys() from public;
create trigger erased_people_have_no_api_keys after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_api_keys();

comment on column access_records.session_id is
  'The session of the account or of the inspection; for a call by an API key, the negative number of the key.';
