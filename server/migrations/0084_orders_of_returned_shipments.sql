-- online
-- An order whose shipped entry is deleted waits again: its vials are back in store. Its label and tracking number stay.
create function deleted_entries_reopen_orders() returns trigger
  language plpgsql as $$
begin
  update vial_orders set state = 'waiting', shipped_entry_id = null, delivered_at = null, shipment_state = null,
    shipment_words = '', tracked_at = null, version = version + 1
    where shipped_entry_id = new.id and patient_id = new.patient_id;
  if found then
    perform enqueue('fill-orders', json_build_object('patient_id', new.patient_id), 'fill-orders:' || new.patient_id);
  end if;
  return null;
end $$;
create trigger deleted_entries_reopen_orders after update of deleted_at on vial_entries
  for each row when (old.deleted_at is null and new.deleted_at is not null and new.type = 'shipped')
  execute function deleted_entries_reopen_orders();
