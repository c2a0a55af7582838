-- A worker may have taken a job and been killed before it could say who it is, with the disk full or the database just
-- back. Whoever lives has said so within seconds, so a job that somebody unknown has held for a minute is nobody's.

create or replace function release_dead_workers() returns integer
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
  select array_agg(distinct jobs.locked_by) into dead from graphile_worker._private_jobs jobs
    where jobs.locked_at < now() - interval '1 minute'
      and not exists (select from public.job_workers known where known.worker_id = jobs.locked_by);
  perform graphile_worker.force_unlock_workers(dead);
  return released + coalesce(cardinality(dead), 0);
end $$;
