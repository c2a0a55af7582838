-- online
-- The kits that are on their way to a lab with tissue, which its home counts.
create index concurrently if not exists kits_to_receive on kits (lab_id) where state = 'used';
