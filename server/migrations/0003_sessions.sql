-- Who is logged in, on whose behalf, and the single-use secrets that lead there. Only hashes are kept.

create type session_kind as enum ('login', 'login_as', 'staff_access');

create table sessions (
  id           integer generated always as identity primary key,
  domain_id    integer not null references domains,
  token_hash   bytea not null unique check (octet_length(token_hash) = 32),
  kind         session_kind not null,
  user_id      integer not null,
  -- who really acts; the user themself in a plain login
  actor_id     integer not null references users,
  parent_id    integer references sessions,
  -- the site it was opened on: a token is worth nothing on another one
  site_id      integer not null references domains,
  device       text not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ended_why    text,
  constraint user_of_session foreign key (user_id, domain_id) references users (id, domain_id),
  constraint a_login_acts_for_itself check ((kind = 'login') = (user_id = actor_id)),
  constraint acting_has_a_parent check ((kind = 'login') = (parent_id is null)),
  constraint an_end_has_a_reason check ((ended_at is null) = (ended_why is null))
);
create index sessions_open_of_user on sessions (user_id) where ended_at is null;
create index sessions_open_of_actor on sessions (actor_id) where ended_at is null;
create index sessions_open_of_parent on sessions (parent_id) where ended_at is null;

call isolate('sessions');
grant select, insert, update on sessions to vialkeep_platform, vialkeep_tenant;

-- Whether a session in somebody else's account still stands: its parent is open and what allowed it still holds (S-05,
-- S-07, S-31). Asked on every request of such a session, so that a withdrawn right ends it at once.
create function acting_still_allowed(acting sessions) returns boolean
  language sql stable
  return exists (
    select from sessions parent
      join users actor on actor.id = acting.actor_id
      join domains home on home.id = actor.domain_id
      join users person on person.id = acting.user_id
    where parent.id = acting.parent_id and parent.ended_at is null and parent.expires_at > now() and actor.is_active
      and case acting.kind
        when 'login_as' then case actor.plan_id
          when 10 then person.plan_id <> 10
          when 7 then person.plan_id not in (7, 10) and (home.is_main or home.id = person.domain_id)
          else false
        end
        when 'staff_access' then actor.plan_id = 9 and person.plan_id = 4 and person.is_active and exists (
          select from relations
          where subject_id = acting.actor_id and kind = 'center' and object_id = acting.user_id
            and ended_at is null and approved_at is not null)
        else false
      end);
grant execute on function acting_still_allowed(sessions) to vialkeep_platform;

-- S-06: good for one exchange, for 60 seconds, on one site.
create table login_as_codes (
  code_hash  bytea primary key check (octet_length(code_hash) = 32),
  domain_id  integer not null references domains,
  session_id integer not null references sessions,
  target_id  integer not null,
  site_id    integer not null references domains,
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint login_as_target foreign key (target_id, domain_id) references users (id, domain_id)
);
call isolate('login_as_codes');
grant select, insert, update on login_as_codes to vialkeep_platform, vialkeep_tenant;

-- S-13: works beside the old password until its first use.
create table one_time_passwords (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  user_id       integer not null,
  password_hash bytea not null check (octet_length(password_hash) = 32),
  expires_at    timestamptz not null,
  used_at       timestamptz,
  created_at    timestamptz not null default now(),
  constraint one_time_password_user foreign key (user_id, domain_id) references users (id, domain_id)
);
create index one_time_passwords_unused on one_time_passwords (user_id) where used_at is null;
call isolate('one_time_passwords');
grant select, insert, update on one_time_passwords to vialkeep_platform, vialkeep_tenant;

-- S-35: what was accepted, by whom, when by our own clock. Never changed.
create table agreement_acceptances (
  id           integer generated always as identity primary key,
  domain_id    integer not null references domains,
  user_id      integer not null,
  session_id   integer not null references sessions,
  text_version text not null,
  text_sha256  text not null,
  written_time text not null,
  address      text not null,
  accepted_at  timestamptz not null default now(),
  constraint acceptance_user foreign key (user_id, domain_id) references users (id, domain_id)
);
call isolate('agreement_acceptances');
grant select, insert on agreement_acceptances to vialkeep_platform, vialkeep_tenant;

-- Attempts are counted here and not in a process, so that they survive a restart and are shared by all servers.
create table rate_limits (
  bucket       text not null,
  subject_hash bytea not null,
  window_start timestamptz not null,
  hits         integer not null,
  primary key (bucket, subject_hash)
);
grant select, insert, update, delete on rate_limits to vialkeep_platform;
