-- online
-- Who looked at whose data: one row for each opening or list, written in batches that are chained for each process.

create table access_records (
  at            timestamptz not null,
  -- the site of the person whose data were opened; of a list, the site of the account that was used
  domain_id     integer not null,
  -- null for lists, exports and searches
  subject_id    integer,
  -- the person who looked; an inspector has no account
  actor_id      integer,
  -- the account that was used; another one while the person works in it
  user_id       integer,
  -- of the account, or of the inspection
  session_id    integer not null,
  inspection_id integer,
  -- the position of the kind in the contract's list, from 0
  what          smallint not null check (what between 0 and 99),
  -- the number of the document, label or transaction, or the filter of a list
  object        text not null default '' check (length(object) <= 500),
  -- the people whom a list shows, or who are named beside the person
  seen          integer[],
  reason        text,
  writer        uuid not null,
  batch         bigint not null,
  constraint an_opening_has_a_reader check ((inspection_id is null) = (actor_id is not null)
    and (actor_id is null) = (user_id is null))
) partition by range (at);
create index access_of_subject on access_records (subject_id, at desc);
create index access_of_actor on access_records (actor_id, at desc);
create index access_of_site on access_records (domain_id, at desc);
call isolate('access_records');
grant select, insert on access_records to vialkeep_platform;
grant select on access_records to vialkeep_tenant;
create trigger access_records_are_kept before update or delete or truncate on access_records
  for each statement execute function refuse_change();

-- A batch holds rows of one month. It continues the chain of its writer, a process of the server.
create table access_batches (
  writer   uuid not null,
  batch    bigint not null check (batch > 0),
  rows     integer not null check (rows > 0),
  first_at timestamptz not null,
  last_at  timestamptz not null,
  previous bytea not null,
  sha256   bytea not null check (octet_length(sha256) = 32),
  primary key (writer, batch)
);
create index access_batches_by_time on access_batches (first_at);
grant select, insert on access_batches to vialkeep_platform;
create trigger access_batches_are_kept before update or delete or truncate on access_batches
  for each statement execute function refuse_change();

-- A month whose rows are in the file store instead.
create table access_archives (
  month       date primary key check (extract(day from month) = 1),
  file        text not null,
  sha256      text not null check (length(sha256) = 64),
  rows        bigint not null,
  archived_at timestamptz not null default now(),
  -- the file is removed after the last month of its retention
  deleted_at  timestamptz
);
grant select, insert, update on access_archives to vialkeep_platform;

-- What is sealed of a row, as one text in which no value can run into the next. Changing it would break every chain.
create function access_text(entry access_records) returns text
  language sql stable parallel safe
  return jsonb_build_array(to_char(entry.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.domain_id,
    entry.subject_id, entry.actor_id, entry.user_id, entry.session_id, entry.inspection_id, entry.what, entry.object,
    entry.seen, entry.reason)::text;

-- The seal of a batch over its own fields and the texts of its rows, in the order of the texts.
create function access_seal(batch access_batches, texts text) returns bytea
  language sql stable parallel safe
  return sha256(batch.previous || convert_to(jsonb_build_array(batch.writer, batch.batch, batch.rows,
    to_char(batch.first_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    to_char(batch.last_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), texts)::text, 'UTF8'));

-- Writes one batch. A batch that was written before, and whose answer was lost, is not written again.
create function append_access(of_writer uuid, number bigint, entries jsonb) returns void
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
grant execute on function append_access(uuid, bigint, jsonb) to vialkeep_platform;

-- Attaching, unlike creating a partition in place, does not wait for running reads and inserts.
create function create_access_partition(of_month date) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  start date := date_trunc('month', of_month);
  name text := 'access_records_' || to_char(of_month, 'YYYY_MM');
begin
  perform pg_advisory_xact_lock(hashtext('access partitions'));
  if to_regclass(name) is not null then return; end if;
  execute format('create table public.%I (like public.access_records including defaults including constraints)', name);
  execute format('create trigger access_records_are_kept before update or delete or truncate on public.%I
    for each statement execute function public.refuse_change()', name);
  execute format('call public.isolate(%L)', 'public.' || name);
  execute format('alter table public.access_records attach partition public.%I for values from (%L) to (%L)', name,
    start || ' 00:00:00+00', (start + interval '1 month')::date || ' 00:00:00+00');
end $$;
revoke execute on function create_access_partition(date) from public;
grant execute on function create_access_partition(date) to vialkeep_platform;

-- Only a month that is archived can go.
create function drop_access_partition(of_month date) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  name text := 'access_records_' || to_char(of_month, 'YYYY_MM');
begin
  if not exists (select from access_archives where month = of_month) then
    raise exception 'The month % is not archived.', of_month;
  end if;
  perform pg_advisory_xact_lock(hashtext('access partitions'));
  if to_regclass(name) is null then return; end if;
  set local lock_timeout = '2s';
  execute format('alter table public.access_records detach partition public.%I', name);
  execute format('drop table public.%I', name);
end $$;
revoke execute on function drop_access_partition(date) from public;
grant execute on function drop_access_partition(date) to vialkeep_platform;

select create_access_partition((now() at time zone 'utc')::date),
  create_access_partition((now() at time zone 'utc' + interval '1 month')::date),
  create_access_partition((now() at time zone 'utc' + interval '2 months')::date);
