-- online
-- How many samples are expected, end their test or failed, by day, for each site and for each account: the samples that
-- are late or end soon are the sum of some days, and no samples are counted. Changes of patients wait while the existing
-- samples are counted once, under the lock that the triggers need.

create function outstanding_days(stage text, estimated date, plating smallint, test_ends date, is_complete boolean)
  returns table (what text, day date)
  language sql immutable parallel safe as $$
  select 'estimated', estimated where stage <> 'ready' and estimated is not null
  union all select 'failed', null where stage = 'plating' and plating = 2
  union all select 'test_ends', test_ends
    where stage = 'sterility' and is_complete is not true and test_ends is not null
$$;

create table stage_days (
  domain_id  integer not null references domains,
  -- null for all patients of the site
  account_id integer,
  stage      text not null,
  what       text not null check (what in ('estimated', 'failed', 'test_ends')),
  -- null for a failed plating
  day        date,
  patients   integer not null,
  constraint stage_days_once unique nulls not distinct (account_id, domain_id, stage, what, day)
);
create index stage_days_empty on stage_days (domain_id) where patients = 0;
call isolate('stage_days');
grant select on stage_days to vialkeep_platform, vialkeep_tenant;

-- What stage_days has to contain.
create view expected_stage_days with (security_invoker = true) as
select domain_id, account_id, stage, what, day, count(*)::integer as patients
from (
  select domain_id, null::integer as account_id, stage, estimated_date_vials_ready_to_ship, stemcell_plating_successful,
    sterility_end_date, sterility_complete from patient_records where is_current
  union all
  select domain_id, account_id, stage, estimated_date_vials_ready_to_ship, stemcell_plating_successful,
    sterility_end_date, sterility_complete from account_patients where is_current
) samples
  cross join lateral outstanding_days(stage, estimated_date_vials_ready_to_ship, stemcell_plating_successful,
    sterility_end_date, sterility_complete)
group by 1, 2, 3, 4, 5;
grant select on expected_stage_days to vialkeep_platform, vialkeep_tenant;

create type stage_day_move as (domain_id integer, account_id integer, stage text, what text, day date, n bigint);

-- All statements write the days in one order, so that two at once wait for each other and do not deadlock. A day whose
-- last sample has left is removed, unless another transaction is about to count one there.
create function move_stage_days(moves stage_day_move[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into stage_days (domain_id, account_id, stage, what, day, patients)
  select domain_id, account_id, stage, what, day, n from unnest(moves) order by account_id, domain_id, stage, what, day
  on conflict on constraint stage_days_once do update set patients = stage_days.patients + excluded.patients;
  delete from stage_days where ctid = any(array(
    select ctid from stage_days where patients = 0 for update skip locked));
end $$;
revoke execute on function move_stage_days(stage_day_move[]) from public;

create function count_stage_days() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moves stage_day_move[];
  samples constant text := format('select domain_id, %s as account_id, stage, what, day, %%s as n from %%s
      cross join lateral outstanding_days(stage, estimated_date_vials_ready_to_ship, stemcell_plating_successful,
        sterility_end_date, sterility_complete) where is_current',
    case tg_table_name when 'account_patients' then 'account_id' else 'null::integer' end);
  changed constant text := case tg_op
    when 'INSERT' then format(samples, 1, 'becomes')
    when 'DELETE' then format(samples, -1, 'was')
    else format(samples, 1, 'becomes') || ' union all ' || format(samples, -1, 'was') end;
begin
  -- One statement on account_patients runs all three triggers, mostly without rows.
  if tg_op = 'DELETE' then
    if not exists (select from was) then return null; end if;
  elsif not exists (select from becomes) then
    return null;
  end if;
  execute format('select array_agg(row(domain_id, account_id, stage, what, day, n)::stage_day_move) from (
    select domain_id, account_id, stage, what, day, sum(n) as n from (%s) changed
    group by 1, 2, 3, 4, 5 having sum(n) <> 0) moved', changed) into moves;
  if moves is not null then
    perform move_stage_days(moves);
  end if;
  return null;
end $$;
revoke execute on function count_stage_days() from public;

create trigger new_records_count_stage_days after insert on patient_records referencing new table as becomes
  for each statement execute function count_stage_days();
create trigger records_count_stage_days after update on patient_records referencing old table as was new table as becomes
  for each statement execute function count_stage_days();
create trigger new_account_patients_count_stage_days after insert on account_patients referencing new table as becomes
  for each statement execute function count_stage_days();
create trigger account_patients_count_stage_days after update on account_patients
  referencing old table as was new table as becomes for each statement execute function count_stage_days();
create trigger ended_account_patients_count_stage_days after delete on account_patients referencing old table as was
  for each statement execute function count_stage_days();

insert into stage_days (domain_id, account_id, stage, what, day, patients)
select domain_id, account_id, stage, what, day, patients from expected_stage_days;
