-- What has to reach the world after a commit: written with the work, carried out by the job runner.

create table letters (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  user_id    integer references users,
  kind       text not null,
  recipient  text not null check (recipient !~ '[\r\n]'),
  sender     text not null check (sender !~ '[\r\n]'),
  subject    text not null check (subject !~ '[\r\n]'),
  text_body  text not null,
  html_body  text not null,
  message_id text not null unique,
  created_at timestamptz not null default now(),
  sent_at    timestamptz,
  refused_at timestamptz,
  refused_why text
);
create index letters_newest on letters (id desc);
call isolate('letters');
grant select, insert, update on letters to vialkeep_platform, vialkeep_tenant;

-- The runtime roles own no queue; this is the one door to it. A job with a key replaces its waiting twin.
create function enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
  returns void
  language sql security definer set search_path = pg_catalog, public
  begin atomic
    select graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key);
  end;
revoke all on function enqueue(text, json, text, timestamptz) from public;
grant execute on function enqueue(text, json, text, timestamptz) to vialkeep_platform, vialkeep_tenant;
