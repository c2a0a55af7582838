-- online
-- The vials in quarantine that are judged together.
create index concurrently if not exists vials_held_of_patient on vials (patient_id) where held_at is not null and state = 'stored';
