-- online
-- A vial's lab, batch, position, hold and order. Vials of before are released, unplaced and without a batch; their lab is
-- filled by a backfill. New columns are empty, so that a later file validates the constraints without a long lock.

alter table vials
  -- the patient's lab when the vial was made
  add column lab_id            integer,
  add column batch_id          integer,
  add column box_id            integer,
  add column position          integer,
  -- in quarantine since
  add column held_at           timestamptz,
  add column hold_reason       text,
  add column hold_deviation_id integer,
  -- the order that has reserved it, or with which it was shipped
  add column order_id          integer,
  add column picked_at         timestamptz,
  add column packed_at         timestamptz;

alter table vials drop constraint a_vial_is_somewhere;
alter table vials
  add constraint a_vial_is_somewhere check (state in ('stored', 'shipped', 'discarded', 'withdrawn')) not valid,
  add constraint vial_lab foreign key (lab_id, domain_id) references users (id, domain_id) not valid,
  add constraint vial_batch_of_the_patient foreign key (batch_id, patient_id) references batches (id, patient_id) not valid,
  add constraint vial_box foreign key (box_id, domain_id) references places (id, domain_id) not valid,
  add constraint vial_hold_deviation foreign key (hold_deviation_id, domain_id)
    references deviations (id, domain_id) not valid,
  add constraint vial_order_of_the_patient foreign key (order_id, patient_id)
    references vial_orders (id, patient_id) not valid,
  add constraint vial_box_has_a_position check ((box_id is null) = (position is null)) not valid,
  add constraint vial_hold_reasons check
    (hold_reason in ('awaiting_release', 'deviation', 'missing', 'returned', 'failed_qc')) not valid,
  add constraint vial_hold_has_a_reason check ((held_at is null) = (hold_reason is null)
    and (hold_deviation_id is null or held_at is not null)) not valid,
  add constraint only_stored_vials_are_placed_or_held
    check (state = 'stored' or (box_id is null and held_at is null)) not valid,
  add constraint held_vials_are_not_reserved
    check (state <> 'stored' or order_id is null or held_at is null) not valid,
  add constraint orders_have_vials_in_store_or_shipped
    check (order_id is null or state in ('stored', 'shipped')) not valid,
  add constraint picked_vials_have_an_order check (picked_at is null or order_id is not null) not valid,
  add constraint picked_vials_have_no_position check (picked_at is null or box_id is null) not valid,
  add constraint packed_vials_are_picked check (packed_at is null or picked_at is not null) not valid;

-- Fills the lab of vials that are inserted without it, also by servers of the release before.
create function vials_have_a_lab() returns trigger
  language plpgsql as $$
begin
  select object_id into new.lab_id from active_relations
    where subject_id = new.patient_id and kind = 'lab' order by id limit 1;
  return new;
end $$;
create trigger vials_have_a_lab before insert on vials
  for each row when (new.lab_id is null) execute function vials_have_a_lab();

-- Places count their vials when these change, so that a new vial comes without a position.
create function new_vials_are_unplaced() returns trigger
  language plpgsql as $$
begin
  raise exception 'Vial % is placed after it was made.', new.code
    using errcode = 'check_violation', constraint = 'new_vials_are_unplaced', table = 'vials';
end $$;
create trigger new_vials_are_unplaced before insert on vials
  for each row when (new.box_id is not null) execute function new_vials_are_unplaced();

-- Available: in store and not in quarantine. Every count of available vials uses it.
create function vial_is_available(state text, held_at timestamptz) returns boolean
  language sql immutable parallel safe
  return state = 'stored' and held_at is null;

create or replace view expected_account_patients with (security_invoker = true) as
select here.object_id as account_id, record.patient_id, here.kind, record.domain_id, center.id as center_id,
  record.is_current, record.stage, record.stage_since, record.estimated_date_vials_ready_to_ship,
  record.stemcell_plating_successful, record.sterility_end_date, record.sterility_complete,
  vials.stored as stored_vials, vials.has_any as has_vials
from patient_records record
  join active_relations here on here.subject_id = record.patient_id
  left join lateral (
    select object_id as id from active_relations
    where subject_id = record.patient_id and kind = 'center' order by active_relations.id limit 1
  ) center on true
  cross join lateral (
    select count(*) filter (where vial_is_available(vials.state, vials.held_at))::integer as stored,
      count(*) filter (where vials.state <> 'withdrawn') > 0 as has_any
    from vials where vials.patient_id = record.patient_id
  ) vials;

-- Most changes of a vial at the bench change no count of its patient.
create function vials_change_account_patients() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed integer[] := array(select distinct becomes.patient_id from becomes join was using (id)
    where (was.state, was.held_at is null) is distinct from (becomes.state, becomes.held_at is null));
begin
  if cardinality(changed) > 0 then
    perform refresh_account_patients(changed);
  end if;
  return null;
end $$;
revoke execute on function vials_change_account_patients() from public;
create or replace trigger vials_change_account_patients after update on vials
  referencing old table as was new table as becomes
  for each statement execute function vials_change_account_patients();

-- Keeps the number of vials in each box and all above it, and keeps vials in positions that the box has.
create function vials_fill_places() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wrong text;
begin
  if not exists (select from becomes join was using (id)
    where (was.box_id, was.position) is distinct from (becomes.box_id, becomes.position))
  then
    return null;
  end if;
  select becomes.code into wrong from becomes join was using (id) join places box on box.id = becomes.box_id
    where (was.box_id, was.position) is distinct from (becomes.box_id, becomes.position)
      and not (box.kind = 'box' and becomes.position between 1 and box.capacity) limit 1;
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
revoke execute on function vials_fill_places() from public;
create trigger vials_fill_places after update on vials
  referencing old table as was new table as becomes
  for each statement execute function vials_fill_places();
