-- online
-- When a recall has first held what its deviation touches. Vials that are made or come back later are held by it too, as
-- long as the deviation is open.
alter table deviations add column recalled_at timestamptz
  constraint drills_recall_nothing check (recalled_at is null or not is_drill);
grant update (recalled_at) on deviations to vialkeep_platform, vialkeep_tenant;
-- A recall writes down in one transaction what it touches and holds, so that no other vials are looked at.
update deviations set recalled_at = now() where state = 'open' and not is_drill and (
  exists (select from lots where lots.held_by = deviations.id)
  or exists (select from deviation_vials join vials on vials.id = deviation_vials.vial_id
    where deviation_vials.deviation_id = deviations.id and vials.hold_deviation_id = deviations.id));

-- Waiting orders are filled when vials become orderable by any way: recorded, returned, freed, found or released. The
-- patients of the statement are looked at, so that a recall of a hundred thousand vials asks once.
create function orderable_vials_fill_orders() returns trigger
  language plpgsql as $$
begin
  perform enqueue('fill-orders', json_build_object('patient_id', patient_id), 'fill-orders:' || patient_id) from (
    select distinct patient_id from becomes
    where state = 'stored' and held_at is null and order_id is null
      and exists (select from vial_orders where vial_orders.patient_id = becomes.patient_id and vial_orders.state = 'waiting')
    order by patient_id
  ) waiting;
  return null;
end $$;
create trigger made_vials_fill_orders after insert on vials
  referencing new table as becomes for each statement execute function orderable_vials_fill_orders();
create trigger changed_vials_fill_orders after update on vials
  referencing new table as becomes for each statement execute function orderable_vials_fill_orders();
