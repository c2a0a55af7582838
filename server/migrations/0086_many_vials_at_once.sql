-- online
-- A recall holds a hundred thousand vials with few statements. The plans of a trigger are kept for the session, so that a
-- join of the rows before and after, once planned for one vial, would compare each vial with each other. Both functions
-- group the rows instead: a vial that has not changed is there twice.
create or replace function vials_change_account_patients() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed integer[] := array(select distinct patient_id from (
    select id, patient_id from (
      select id, patient_id, state, held_at is null as is_released from becomes
      union all select id, patient_id, state, held_at is null from was
    ) both_times group by id, patient_id, state, is_released having count(*) = 1
  ) changed_vials);
begin
  if cardinality(changed) > 0 then
    perform refresh_account_patients(changed);
  end if;
  return null;
end $$;

create or replace function vials_fill_places() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wrong text;
begin
  if not exists (select from (
      select id, box_id, position from becomes union all select id, box_id, position from was
    ) both_times group by id, box_id, position having count(*) = 1)
  then
    return null;
  end if;
  select becomes.code into wrong from becomes join places box on box.id = becomes.box_id
    where not (box.kind = 'box' and becomes.position between 1 and box.capacity) limit 1;
  if wrong is not null then
    raise exception 'Vial % is in no position of its box.', wrong
      using errcode = 'check_violation', constraint = 'vials_are_in_positions_of_boxes', table = 'vials';
  end if;
  perform lock_places(lab_id) from (
    select distinct lab_id from places
    where id in (select box_id from was union all select box_id from becomes) order by lab_id
  ) labs;
  perform add_to_places(box_id, sum(n)::integer, 0) from (
    select box_id, -1 as n from was union all select box_id, 1 from becomes
  ) moved
  where box_id is not null group by box_id having sum(n) <> 0 order by box_id;
  return null;
end $$;
