-- online
-- Two vials in one position are impossible.
create unique index concurrently if not exists one_vial_in_a_position on vials (box_id, position) where box_id is not null;
