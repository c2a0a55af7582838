-- A login and a saved preference change no patient: their update of `users` must not run the statements that keep the
-- records of patients, which read the whole table because PostgreSQL does not know how few rows have changed.
create or replace function patients_have_records() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into patient_records (patient_id, domain_id, is_current)
    select id, domain_id, is_active and removed_at is null from becomes where plan_id = 2;
  elsif exists (
    select from becomes join was using (id)
    where was.plan_id <> becomes.plan_id or was.is_active <> becomes.is_active
      or was.removed_at is distinct from becomes.removed_at
  ) then
    insert into patient_records (patient_id, domain_id, is_current)
    select becomes.id, becomes.domain_id, becomes.is_active and becomes.removed_at is null
    from becomes join was using (id)
    where becomes.plan_id = 2 and (was.plan_id <> 2 or was.is_active <> becomes.is_active
      or was.removed_at is distinct from becomes.removed_at)
    on conflict (patient_id) do update set is_current = excluded.is_current;
    update patient_records set is_current = false
    where patient_id = any(array(
      select becomes.id from becomes join was using (id) where was.plan_id = 2 and becomes.plan_id <> 2));
  end if;
  return null;
end $$;

create or replace function patients_change_account_patients() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  changed integer[] := array(select distinct patient_id from becomes);
begin
  if cardinality(changed) > 0 then
    perform refresh_account_patients(changed);
  end if;
  return null;
end $$;
