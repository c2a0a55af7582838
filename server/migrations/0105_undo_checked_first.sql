-- online
-- A running undo looks at all rows before it takes the first one back; true once it has.
alter table imports add column is_undo_checked boolean not null default false;
grant update (is_undo_checked) on imports to vialkeep_platform, vialkeep_tenant;
