-- Any page of the users, and how many there are, without counting them: for every combination of filters the ids in
-- blocks of 2048, one bit each.

create table user_blocks (
  is_active boolean not null,
  -- null in these three: whichever it is
  domain_id integer references domains,
  plan_id   smallint references plans,
  tag       smallint,
  block     integer not null,
  -- its n-th bit is the user with the id block * 2048 + n
  members   bit(2048) not null,
  n         integer not null generated always as (bit_count(members)) stored,
  constraint user_blocks_once unique nulls not distinct (is_active, domain_id, plan_id, tag, block)
) with (fillfactor = 80);

-- The rows about every site have no domain_id, so no site sees them.
call isolate('user_blocks');
grant select on user_blocks to vialkeep_platform, vialkeep_tenant;

-- Where a user stands: with and without regard to their site and plan, and once more for each of their tags.
create function user_seats(id integer, is_active boolean, domain_id integer, plan_id smallint, tags smallint[])
  returns table (active boolean, site integer, plan smallint, tag smallint, block integer, seat bit(2048))
  language sql immutable
  begin atomic
    select is_active, sites.id, memberships.id, labels.id, user_seats.id / 2048,
      set_bit(B'0'::bit(2048), user_seats.id % 2048, 1)
    from (values (domain_id), (null)) sites (id)
      cross join (values (plan_id), (null)) memberships (id)
      cross join (select null::smallint union select unnest(tags)) labels (id);
  end;

-- Both run as the owner, because whoever changes a user of one site also changes what is known of all. Bits are turned
-- over: users who come or go once, users who move at their old and their new place. All statements take the rows in one
-- order, so that two at once wait for each other and do not collide.
create function turn_user_seats() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into user_blocks (is_active, domain_id, plan_id, tag, block, members)
  select seats.active, seats.site, seats.plan, seats.tag, seats.block, bit_xor(seats.seat)
  from turned person,
    user_seats(person.id, person.is_active, person.domain_id, person.plan_id, person.tags) seats
  where person.removed_at is null
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict on constraint user_blocks_once do update set members = user_blocks.members # excluded.members;
  return null;
end $$;

create function move_user_seats() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into user_blocks (is_active, domain_id, plan_id, tag, block, members)
  select seats.active, seats.site, seats.plan, seats.tag, seats.block, bit_xor(seats.seat)
  from (
    (select id, is_active, domain_id, plan_id, tags from was where removed_at is null
      except select id, is_active, domain_id, plan_id, tags from becomes where removed_at is null)
    union all
    (select id, is_active, domain_id, plan_id, tags from becomes where removed_at is null
      except select id, is_active, domain_id, plan_id, tags from was where removed_at is null)
  ) person,
    user_seats(person.id, person.is_active, person.domain_id, person.plan_id, person.tags) seats
  group by 1, 2, 3, 4, 5
  having bit_count(bit_xor(seats.seat)) > 0
  order by 1, 2, 3, 4, 5
  on conflict on constraint user_blocks_once do update set members = user_blocks.members # excluded.members;
  return null;
end $$;

create trigger users_take_seats after insert on users referencing new table as turned
  for each statement execute function turn_user_seats();
create trigger users_leave_seats after delete on users referencing old table as turned
  for each statement execute function turn_user_seats();
create trigger users_move_seats after update on users referencing old table as was new table as becomes
  for each statement execute function move_user_seats();

insert into user_blocks (is_active, domain_id, plan_id, tag, block, members)
select seats.active, seats.site, seats.plan, seats.tag, seats.block, bit_or(seats.seat)
from users person, user_seats(person.id, person.is_active, person.domain_id, person.plan_id, person.tags) seats
where person.removed_at is null
group by 1, 2, 3, 4, 5;

-- `like` may not look at rows before the policy has, and so a site's connection could not use the index for it. This
-- asks as the owner, and for the connection's own site whatever is asked.
create function search_own_site(pattern text)
  returns table (id integer, domain_id integer, plan_id smallint, tags smallint[], is_active boolean, removed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select person.id, person.domain_id, person.plan_id, person.tags, person.is_active, person.removed_at
    from users person where person.search_text like pattern and person.domain_id = chosen_domain();
  end;
revoke all on function search_own_site(text) from public;
grant execute on function search_own_site(text) to vialkeep_tenant;
