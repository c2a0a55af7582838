-- online
-- The vials that were made from a batch.
create index concurrently if not exists vials_of_batch on vials (batch_id) where batch_id is not null;
