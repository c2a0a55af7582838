-- Who set a person's credentials, the keys and codes that letters carry, from where a request came, and the keys that
-- seal personal values.

-- Existing addresses count as confirmed. A default that is dropped again fills the rows without rewriting the table.
alter table users add column email_verified_at timestamptz default now();
alter table users alter column email_verified_at drop default;
-- a password that an administrator typed: by whom, and until when it opens the account
alter table users
  add column password_set_by integer references users,
  add column password_until timestamptz,
  add constraint temporary_passwords_end check ((password_set_by is null) = (password_until is null));

-- How the holder of a session was identified, from where, and for an acting session why and how it returns.
alter table sessions
  add column address text,
  add column proved_by text not null default 'password'
    constraint sessions_are_proven check (proved_by in ('password', 'one-time password', 'invitation')),
  add column reason text check (length(reason) between 3 and 200),
  add column return_hash bytea check (octet_length(return_hash) = 32);

-- While a hold stands, the person cannot sign or change their e-mail: another person set their credentials.
create table credential_holds (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  user_id    integer not null,
  why        text not null check (why in ('password_set_by_other', 'email_set_by_other')),
  -- who set the credentials
  by_id      integer references users,
  created_at timestamptz not null default now(),
  -- null: it stands until it is cleared
  until      timestamptz,
  cleared_at timestamptz,
  cleared_by text check (cleared_by in ('mailed code', 'invitation', 'one-time password', 'old address', 'replaced')),
  constraint hold_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint a_cleared_hold_says_how check ((cleared_at is null) = (cleared_by is null))
);
create index credential_holds_of_user on credential_holds (user_id, created_at desc);
call isolate('credential_holds');
grant select, insert, update on credential_holds to vialkeep_platform, vialkeep_tenant;

-- Single-use keys in the links of letters. Only the hash is kept; a key is worth nothing on another site.
create table account_keys (
  key_hash   bytea primary key check (octet_length(key_hash) = 32),
  domain_id  integer not null references domains,
  site_id    integer not null references domains,
  user_id    integer not null,
  purpose    text not null
    check (purpose in ('invitation', 'email_confirm', 'email_approve', 'email_undo', 'not_me')),
  -- the row that the key is about, where the account alone does not say it
  subject_id integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  -- a newer key took its place, or what it was for is over
  ended_at   timestamptz,
  constraint key_user foreign key (user_id, domain_id) references users (id, domain_id)
);
create index account_keys_unused on account_keys (user_id, purpose) where used_at is null and ended_at is null;
call isolate('account_keys');
grant select, insert, update on account_keys to vialkeep_platform, vialkeep_tenant;

-- Codes of six digits that a person copies from a letter. Five tries and fifteen minutes.
create table mailed_codes (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  user_id    integer not null,
  purpose    text not null check (purpose in ('hold')),
  code_hmac  bytea not null check (octet_length(code_hmac) = 32),
  tries      smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  ended_at   timestamptz,
  constraint code_user foreign key (user_id, domain_id) references users (id, domain_id)
);
create index mailed_codes_unused on mailed_codes (user_id, purpose) where used_at is null and ended_at is null;
call isolate('mailed_codes');
grant select, insert, update on mailed_codes to vialkeep_platform, vialkeep_tenant;

-- From where a writing request came. The audit log keeps only the salted hash, so a row can be deleted without breaking
-- the chain, and a changed row no longer fits its hash.
create table request_origins (
  hash      bytea primary key check (octet_length(hash) = 32),
  domain_id integer not null references domains,
  at        timestamptz not null default now(),
  salt      bytea not null check (octet_length(salt) = 16),
  address   text not null,
  device    text not null
);
create index request_origins_by_time on request_origins (at);
create index request_origins_by_address on request_origins (address, at);
call isolate('request_origins');
grant select, insert on request_origins to vialkeep_platform, vialkeep_tenant;

-- One key per person, wrapped by the installation's data key. Destroying it makes the person's sealed values unreadable.
create table person_keys (
  user_id      integer primary key,
  domain_id    integer not null references domains,
  wrapped      text,
  created_at   timestamptz not null default now(),
  destroyed_at timestamptz,
  constraint key_person foreign key (user_id, domain_id) references users (id, domain_id),
  constraint a_destroyed_key_is_gone check ((wrapped is null) = (destroyed_at is not null))
);
call isolate('person_keys');
grant select, insert, update on person_keys to vialkeep_platform, vialkeep_tenant;

-- What this installation is: with the demo network or without, and which data key its rows were sealed with.
create table installation (
  id             boolean primary key default true check (id),
  demo           boolean not null default false,
  data_key_print text,
  created_at     timestamptz not null default now()
);
insert into installation default values;
grant select, update on installation to vialkeep_platform;

-- A letter with a secret in it is stored sealed, and emptied when it was sent or when the secret has ended.
alter table letters
  add column sealed boolean not null default false,
  add column secret_until timestamptz;
create index letters_with_secret on letters (secret_until) where secret_until is not null and text_body <> '';

create or replace function tidy_up() returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  gone integer;
  total integer := 0;
begin
  delete from rate_limits where window_start < now() - interval '2 days';
  get diagnostics gone = row_count;
  total := total + gone;
  delete from login_as_codes where expires_at < now() - interval '1 day';
  get diagnostics gone = row_count;
  total := total + gone;
  delete from one_time_passwords where expires_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  total := total + gone;
  delete from account_keys where expires_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  total := total + gone;
  delete from mailed_codes where expires_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  total := total + gone;
  delete from request_origins where at < now() - interval '24 months';
  get diagnostics gone = row_count;
  total := total + gone;
  update letters set text_body = '', html_body = '' where secret_until < now() and text_body <> '';
  get diagnostics gone = row_count;
  total := total + gone;
  -- A session in which a member accepted the agreement is evidence; a parent session goes after the sessions opened
  -- from it.
  delete from sessions old
    where coalesce(old.ended_at, old.expires_at) < now() - interval '90 days'
      and not exists (select from agreement_acceptances where session_id = old.id)
      and not exists (select from sessions child where child.parent_id = old.id)
      and not exists (select from login_as_codes where session_id = old.id);
  get diagnostics gone = row_count;
  return total + gone;
end $$;
