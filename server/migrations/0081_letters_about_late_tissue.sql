-- online
-- How many letters said that the tissue of a harvest is late: one before the end of its window, one at the end.
alter table harvests add column late_letters smallint not null default 0 constraint late_letters_are_two
  check (late_letters between 0 and 2);
grant update (late_letters) on harvests to vialkeep_platform, vialkeep_tenant;
create index harvests_watched on harvests (harvested_at) where late_letters < 2;
