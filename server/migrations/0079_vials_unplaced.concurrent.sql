-- online
-- The vials of a lab that have no position.
create index concurrently if not exists vials_unplaced on vials (lab_id, id) where state = 'stored' and box_id is null and picked_at is null;
