-- Why an administrator opened a person's account, from when until when, and whether the person has read of it.

alter table login_as_codes add column reason text check (length(reason) between 3 and 200);

create table account_visits (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  user_id    integer not null,
  actor_id   integer not null references users,
  -- login_as: with a session of its own; viewing: with the administrator's own session (S-05)
  kind       text not null check (kind in ('login_as', 'viewing')),
  session_id integer references sessions on delete set null,
  reason     text check (length(reason) between 3 and 200),
  started_at timestamptz not null default now(),
  -- the end of the hour, or the moment when it was ended before
  ends_at    timestamptz not null,
  -- when the letter about it was written; null where one of the same hour had told the person already
  told_at    timestamptz,
  -- when the person put the note away
  noted_at   timestamptz,
  constraint visit_user foreign key (user_id, domain_id) references users (id, domain_id)
);
create index account_visits_unread on account_visits (user_id) where noted_at is null;
create index account_visits_of_pair on account_visits (actor_id, user_id, told_at desc);
create index account_visits_of_session on account_visits (session_id);
call isolate('account_visits');
grant select, insert, update on account_visits to vialkeep_platform, vialkeep_tenant;

-- A visit ends with its session or with the administrator's own, whatever ended it. It runs as the owner because the
-- administrator's session may belong to another site than the visited account.
create function end_visits() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update account_visits set ends_at = new.ended_at
    where ends_at > new.ended_at
      and session_id in (select new.id union all select id from sessions where parent_id = new.id and ended_at is null);
  return null;
end $$;
create trigger visits_end_with_their_session
  after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function end_visits();
