-- What changes users changes their blocks afterwards: whoever is at work there is let finish, and nobody comes between.
lock table users, user_blocks in access exclusive mode;

-- The sums over the blocks of a combination are read from the index alone: the blocks themselves lie scattered over the
-- table, one combination's on nearly as many pages as it has blocks.
alter table user_blocks
  drop constraint user_blocks_once,
  add constraint user_blocks_once unique nulls not distinct (is_active, domain_id, plan_id, tag, block) include (n);

-- The index for text also knows the block, so that a page of text which thousands have is found among the newest.
create extension if not exists btree_gin;
create index users_search_by_block on users using gin (search_text gin_trgm_ops, (id / 2048));
drop index users_search;
alter index users_search_by_block rename to users_search;

-- As search_own_site, among the users of these blocks.
create function search_own_site_in(pattern text, blocks integer[])
  returns table (id integer, domain_id integer, plan_id smallint, tags smallint[], is_active boolean, removed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select person.id, person.domain_id, person.plan_id, person.tags, person.is_active, person.removed_at
    from users person
    where person.search_text like pattern and person.id / 2048 = any (blocks) and person.domain_id = chosen_domain();
  end;
revoke all on function search_own_site_in(text, integer[]) from public;
grant execute on function search_own_site_in(text, integer[]) to vialkeep_tenant;
