-- What nobody needs any more is taken away: secrets that were used or have run out, counters of the past, sessions long
-- ended. What people did stays in the audit log.

create function tidy_up() returns integer
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
  -- A session in which somebody agreed to something is evidence; one that another came from goes after that one.
  delete from sessions old
    where coalesce(old.ended_at, old.expires_at) < now() - interval '90 days'
      and not exists (select from agreement_acceptances where session_id = old.id)
      and not exists (select from sessions child where child.parent_id = old.id)
      and not exists (select from login_as_codes where session_id = old.id);
  get diagnostics gone = row_count;
  return total + gone;
end $$;
revoke all on function tidy_up() from public;
grant execute on function tidy_up() to vialkeep_platform;
