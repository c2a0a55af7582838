-- online
-- The vials of a lab in quarantine, the longest there first, with what their list counts them by.
create index concurrently if not exists vials_held_in_order on vials (lab_id, id)
  include (domain_id, patient_id, batch_id, hold_reason, box_id) where held_at is not null and state = 'stored';
