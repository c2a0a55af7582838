-- online
-- A stopped import can be undone as long as one that ended, from the moment at which it was stopped.
alter table imports add column stopped_at timestamptz;
grant update (stopped_at) on imports to vialkeep_platform, vialkeep_tenant;
update imports set stopped_at = now() where state = 'stopped';

-- Why an undo was refused is told in numbers: an erasure does not search these words for names.
update imports set failure = 'Nothing was undone, because something was built upon this import.'
  where failure like 'Nothing was undone. %';
