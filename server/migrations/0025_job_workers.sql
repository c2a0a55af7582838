-- Who works for the queue. A job that a killed process had taken would stay taken for hours; by this it is given back as
-- soon as anybody looks.

create table job_workers (
  worker_id   text primary key,
  -- held as an advisory lock by the process for as long as it lives
  process_key bigint not null
);
create index job_workers_of_process on job_workers (process_key);

create function release_dead_workers() returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  process bigint;
  dead text[];
  released integer := 0;
begin
  for process in select distinct process_key from public.job_workers loop
    continue when not pg_try_advisory_xact_lock(process);
    with gone as (delete from public.job_workers where process_key = process returning worker_id)
      select array_agg(worker_id) into dead from gone;
    perform graphile_worker.force_unlock_workers(dead);
    released := released + coalesce(cardinality(dead), 0);
  end loop;
  return released;
end $$;
revoke all on function release_dead_workers() from public;
grant execute on function release_dead_workers() to vialkeep_platform;
