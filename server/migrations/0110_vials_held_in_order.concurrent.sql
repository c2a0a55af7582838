-- online
-- The vials of a lab in quarantine, the longest there first.
create index concurrently if not exists vials_held_in_order on vials (lab_id, id) where held_at is not null and state = 'stored';
