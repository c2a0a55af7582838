-- online
-- How far each backfill has come: the job goes on from here after a restart.
create table backfills (
  name        text primary key,
  -- the last key that was handled
  position    bigint not null default 0,
  handled     bigint not null default 0,
  started_at  timestamptz not null default now(),
  finished_at timestamptz
);
grant select, insert, update on backfills to vialkeep_platform;
