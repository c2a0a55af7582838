-- The addresses a user keeps, one of them the default.

create table locations (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  user_id       integer not null,
  location_name text not null default '',
  address1      text not null,
  address2      text not null default '',
  city          text not null,
  state_desc    text not null,
  country_desc  text not null,
  zip_code      text not null default '',
  is_default    boolean not null default false,
  created_at    timestamptz not null default now(),
  constraint location_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint locations_say_where
    check (btrim(address1) <> '' and btrim(city) <> '' and btrim(state_desc) <> '' and btrim(country_desc) <> '')
);
create index locations_of_user on locations (user_id, id);
create unique index locations_one_default on locations (user_id) where is_default;

call isolate('locations');
grant select, insert, update, delete on locations to vialkeep_platform, vialkeep_tenant;

-- The index above keeps a user from having two defaults; this keeps them from having none. Looked at when the work is
-- done, because a default that moves is nowhere for a moment. The lock puts writers of the same user in line: two that
-- cannot see each other's rows could each be right alone and wrong together.
create function locations_have_a_default() returns trigger
  language plpgsql as $$
declare
  owner_id integer;
begin
  foreach owner_id in array case tg_op
    when 'INSERT' then array[new.user_id]
    when 'DELETE' then array[old.user_id]
    else array[old.user_id, new.user_id]
  end loop
    perform from users where id = owner_id for no key update;
    if exists (select from locations where user_id = owner_id)
      and not exists (select from locations where user_id = owner_id and is_default) then
      raise exception 'User % has locations and none of them is the default.', owner_id
        using errcode = 'check_violation', constraint = 'locations_have_one_default', table = 'locations';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger locations_have_one_default after insert or delete or update of user_id, is_default on locations
  deferrable initially deferred for each row execute function locations_have_a_default();
