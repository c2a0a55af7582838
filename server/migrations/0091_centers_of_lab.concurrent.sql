-- online
-- The centers of a lab, without its patients.
create index concurrently if not exists relations_centers_of_lab on relations (object_id, subject_id)
  where ended_at is null and kind = 'lab' and not is_single;
