-- online
-- The vials of a lab in quarantine, by the reason.
create index concurrently if not exists vials_held on vials (lab_id, hold_reason, id) where held_at is not null;
