-- online
-- What happened, by ids, for programs that listen. A row leaves in the transaction of what it is about.

create table events (
  id         bigint generated always as identity primary key,
  domain_id  integer not null references domains,
  at         timestamptz not null default clock_timestamp(),
  type       text not null constraint event_types check (type ~ '^[a-z_]{1,30}\.[a-z_]{1,30}$'),
  subject    text not null constraint event_subjects check (subject ~ '^[a-z_]{1,30}$'),
  -- Without foreign keys: their locks would be taken after that of the audit chain, which must be the last one.
  subject_id integer not null,
  patient_id integer,
  center_id  integer,
  data       jsonb not null constraint event_data check (jsonb_typeof(data) = 'object')
);
create index events_of_domain on events (domain_id, id);
call isolate('events');
grant select, insert on events to vialkeep_tenant;
grant select, insert, delete on events to vialkeep_platform;

create trigger events_stay before update or truncate on events for each statement execute function refuse_change();
create trigger events_stay_90_days before delete on events
  for each row when (old.at > now() - interval '90 days') execute function refuse_change();

-- How far events have been fanned out. Readers see no event beyond it: one with a smaller number might still come from a
-- transaction that has not ended.
create table event_progress (
  one_row    boolean primary key default true check (one_row),
  fanned_out bigint not null check (fanned_out >= 0)
);
insert into event_progress (fanned_out) values (0);
grant select on event_progress to vialkeep_tenant;
grant select, update (fanned_out) on event_progress to vialkeep_platform;

-- Shared by all who announce, until their commit; the fan-out takes it alone for a moment, and then knows that no smaller
-- number is still to come.
create function share_event_turn() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('events', 0));
  return null;
end $$;
revoke execute on function share_event_turn() from public;
create trigger events_take_turns before insert on events for each statement execute function share_event_turn();

-- Queues the fan-out, unless it is queued already: it waits for the turn of this transaction, so it will see the rows.
-- Queueing by key each time would make all transactions wait for each other.
create function queue_fan_out() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from graphile_worker.jobs
    where key = 'fan-out' and locked_at is null and run_at <= now() and attempts < max_attempts
  ) then
    perform graphile_worker.add_job('fan-out', '{}'::json, job_key => 'fan-out');
  end if;
  return null;
end $$;
revoke execute on function queue_fan_out() from public;
create trigger new_events_are_fanned_out after insert on events for each statement execute function queue_fan_out();
