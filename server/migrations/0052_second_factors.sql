-- online
-- Second factors, the identity policy of a site, and how and when the holder of a session was last identified.

-- PostgreSQL 15.20 adds no column with a default to a table whose row type the body of a function reads.
alter table sessions
  -- 2: a passkey, or a password and a second factor; null and 1: one thing proven
  add column level smallint,
  -- when the holder last proved their identity; null: when the session was opened
  add column proved_at timestamptz,
  -- one sensitive act may follow, where the installation asks before each
  add column proved_once boolean,
  add column locked_at timestamptz,
  add column device_hash bytea,
  -- Not valid: existing rows satisfy them, and a check would read the whole table under its lock.
  add constraint sessions_level_check check (level in (1, 2)) not valid,
  add constraint sessions_device_hash_check check (octet_length(device_hash) = 32) not valid,
  drop constraint sessions_are_proven,
  -- Existing rows satisfied the shorter list, so they need no check.
  add constraint sessions_are_proven check (proved_by = 'passkey' or proved_by ~
    '^(password|one-time password|invitation)( and (passkey|app|recovery code|remembered device))?$') not valid;

-- Since when the account has a second factor, since when the policy asks for one, and when an administrator reviewed it.
alter table users
  add column second_factor_at timestamptz,
  add column second_factor_asked_at timestamptz,
  add column reviewed_at timestamptz;
-- Accounts from before count as reviewed.
alter table installation add column reviews_since timestamptz not null default now();
grant select (reviews_since) on installation to vialkeep_tenant;

-- What a site asks beyond the policy of the installation; null: nothing beyond it.
create table identity_policies (
  domain_id           integer primary key references domains,
  second_factor_plans integer[],
  grace_days          smallint check (grace_days between 0 and 365),
  step_up             boolean,
  verify_email        boolean,
  review_sign_ups     boolean,
  acting_reason       text check (acting_reason in ('optional', 'required')),
  idle_minutes_staff  smallint check (idle_minutes_staff between 1 and 720),
  idle_minutes_others smallint check (idle_minutes_others between 1 and 720),
  new_device_letter   boolean,
  updated_at          timestamptz not null default now(),
  updated_by          integer references users
);
call isolate('identity_policies');
grant select, insert, update on identity_policies to vialkeep_platform, vialkeep_tenant;

create table passkeys (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  user_id       integer not null,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- the host of the site: a passkey of one site is worth nothing on another
  rp_id         text not null,
  public_key    bytea not null,
  counter       bigint not null default 0 check (counter >= 0),
  transports    text[] not null default '{}',
  label         text not null check (length(label) between 1 and 60),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  constraint passkey_user foreign key (user_id, domain_id) references users (id, domain_id)
);
create index passkeys_of_user on passkeys (user_id);
call isolate('passkeys');
grant select, insert, update, delete on passkeys to vialkeep_platform, vialkeep_tenant;

-- The secret of an authenticator app, sealed with the data key. Each time step is accepted once.
create table totp_secrets (
  user_id      integer primary key,
  domain_id    integer not null references domains,
  sealed       text not null,
  created_at   timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step    bigint not null default 0,
  last_used_at timestamptz,
  constraint totp_user foreign key (user_id, domain_id) references users (id, domain_id)
);
call isolate('totp_secrets');
grant select, insert, update, delete on totp_secrets to vialkeep_platform, vialkeep_tenant;

create table recovery_codes (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  user_id    integer not null,
  code_hmac  bytea not null check (octet_length(code_hmac) = 32),
  created_at timestamptz not null default now(),
  used_at    timestamptz,
  constraint recovery_code_is_unique unique (user_id, code_hmac),
  constraint recovery_user foreign key (user_id, domain_id) references users (id, domain_id)
);
call isolate('recovery_codes');
grant select, insert, update, delete on recovery_codes to vialkeep_platform, vialkeep_tenant;

-- A proof that has begun: the second step of a login, or the challenge of a passkey. Five tries, a few minutes, one use.
create table login_challenges (
  hash       bytea primary key check (octet_length(hash) = 32),
  -- the site of the account, or of the page where no account is named yet
  domain_id  integer not null references domains,
  site_id    integer not null references domains,
  purpose    text not null check (purpose in ('second_factor', 'passkey_login', 'add_passkey', 'step_up')),
  user_id    integer,
  session_id integer references sessions on delete cascade,
  -- the challenge that a passkey signs
  challenge  text,
  -- how the first step was proven
  proved_by  text check (proved_by in ('password', 'one-time password')),
  -- a one-time password becomes the password of the account only when the login is complete
  one_time_id   integer references one_time_passwords on delete cascade,
  password_hash text,
  tries      smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint challenge_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint a_one_time_login_has_its_password check
    ((proved_by is not distinct from 'one-time password') = (one_time_id is not null and password_hash is not null))
);
create index login_challenges_of_user on login_challenges (user_id) where used_at is null;
create index login_challenges_by_age on login_challenges (expires_at);
call isolate('login_challenges');
grant select, insert, update on login_challenges to vialkeep_platform, vialkeep_tenant;
grant delete on login_challenges to vialkeep_platform;

-- This browser is not asked for the second factor until then.
alter table known_devices add column trusted_until timestamptz;

-- Every request reads `second_factor_at`, so it follows the tables of the factors by itself.
create function note_second_factor() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  person integer := coalesce(new.user_id, old.user_id);
  has_one boolean := exists (select from passkeys where user_id = person)
    or exists (select from totp_secrets where user_id = person and confirmed_at is not null);
begin
  update users set second_factor_at = case when has_one then coalesce(second_factor_at, now()) end
    where id = person and has_one <> (second_factor_at is not null);
  return null;
end $$;
create trigger passkeys_are_second_factors after insert or delete on passkeys
  for each row execute function note_second_factor();
create trigger apps_are_second_factors after insert or update of confirmed_at or delete on totp_secrets
  for each row execute function note_second_factor();

alter table mailed_codes
  drop constraint mailed_codes_purpose_check,
  add constraint mailed_codes_purpose_check check (purpose in ('hold', 'first_factor')) not valid;
alter table credential_holds
  drop constraint credential_holds_why_check,
  add constraint credential_holds_why_check
    check (why in ('password_set_by_other', 'email_set_by_other', 'factors_reset_by_other')) not valid,
  drop constraint credential_holds_cleared_by_check,
  add constraint credential_holds_cleared_by_check check (cleared_by in
    ('mailed code', 'invitation', 'one-time password', 'old address', 'second factor', 'replaced')) not valid;
