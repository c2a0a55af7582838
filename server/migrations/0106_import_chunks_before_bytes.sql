-- online
-- The row of a part is written before its bytes are stored, so that a kill in between leaves no bytes without a row.
alter table import_chunks add column is_stored boolean not null default true;
grant update (is_stored) on import_chunks to vialkeep_platform, vialkeep_tenant;
