-- online
-- Where vials are: facilities, freezers, racks and boxes, what was moved, and counts of the stock.

create table places (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  lab_id     integer not null,
  parent_id  integer,
  kind       text not null constraint place_kinds check (kind in ('facility', 'freezer', 'rack', 'box')),
  name       text not null check (length(name) between 1 and 60),
  code       text not null constraint place_codes_name_one_place unique
    check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$'),
  rows       smallint,
  columns    smallint,
  -- the vials in it and below it, and the positions for them; only the triggers below write both
  filled     integer not null default 0,
  capacity   integer not null default 0,
  retired_at timestamptz,
  constraint places_of_lab unique (id, lab_id, domain_id),
  constraint places_in_domain unique (id, domain_id),
  constraint place_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint place_parent foreign key (parent_id, lab_id, domain_id) references places (id, lab_id, domain_id),
  constraint box_sizes check (case kind when 'box'
    then coalesce(rows between 1 and 16, false) and coalesce(columns between 1 and 16, false)
    else rows is null and columns is null end),
  constraint facilities_have_no_parent check ((kind = 'facility') = (parent_id is null)),
  constraint places_hold_what_fits check (filled between 0 and capacity),
  constraint retired_places_are_empty check (retired_at is null or filled = 0)
);
create unique index place_names_in_parent on places (lab_id, coalesce(parent_id, 0), lower(name))
  where retired_at is null;
create index places_of_parent on places (parent_id, id) where parent_id is not null;
create index places_of_lab_by_kind on places (lab_id, kind, id) where retired_at is null;
call isolate('places');
grant select, insert, update (parent_id, name, retired_at) on places to vialkeep_platform, vialkeep_tenant;
create trigger places_are_of_a_lab before insert on places for each row execute function require_lab_account();
create trigger places_are_kept before delete or truncate on places
  for each statement execute function refuse_change();

-- The order of kinds: each place stands in one of an earlier kind.
create function place_rank(kind text) returns integer
  language sql immutable parallel safe
  return array_position(array['facility', 'freezer', 'rack', 'box'], kind);

create function places_stand_in_order() returns trigger
  language plpgsql as $$
begin
  if new.parent_id is not null and not exists (
    select from places where id = new.parent_id and retired_at is null and place_rank(kind) < place_rank(new.kind))
  then
    raise exception 'A % cannot stand in place %.', new.kind, new.parent_id
      using errcode = 'check_violation', constraint = 'places_stand_in_order', table = 'places';
  end if;
  if tg_op = 'INSERT' then
    new.filled := 0;
    new.capacity := coalesce(new.rows * new.columns, 0);
  end if;
  return new;
end $$;
create trigger places_stand_in_order before insert or update of parent_id, kind on places
  for each row execute function places_stand_in_order();

-- Serializes the changes of a lab's places until the transaction ends. A caller that moves a place takes it first: the row
-- of the place would otherwise be locked before it, and two movers could deadlock.
create function lock_places(lab integer) returns void
  language sql
  begin atomic
    select pg_advisory_xact_lock(hashtext('places'), lab);
  end;

-- Adds to a place and to all above it.
create function add_to_places(place integer, vials integer, positions integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive above as (
    select id, parent_id from places where id = place
    union all select places.id, places.parent_id from above join places on places.id = above.parent_id
  )
  update places set filled = filled + vials, capacity = capacity + positions where id in (select id from above)
$$;
revoke execute on function add_to_places(integer, integer, integer) from public;

create function places_sum_their_parts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform lock_places(new.lab_id);
  if new.retired_at is not null and exists (select from places where parent_id = new.id and retired_at is null) then
    raise exception 'Place % is not empty.', new.id
      using errcode = 'check_violation', constraint = 'retired_places_are_empty', table = 'places';
  end if;
  if tg_op = 'UPDATE' then
    perform add_to_places(old.parent_id, -old.filled, -case when old.retired_at is null then old.capacity else 0 end);
  end if;
  perform add_to_places(new.parent_id, new.filled, case when new.retired_at is null then new.capacity else 0 end);
  return null;
end $$;
revoke execute on function places_sum_their_parts() from public;
create trigger new_places_are_summed after insert on places
  for each row execute function places_sum_their_parts();
create trigger places_are_summed after update of parent_id, retired_at on places
  for each row when ((old.parent_id, old.retired_at) is distinct from (new.parent_id, new.retired_at))
  execute function places_sum_their_parts();

-- A retired place stays retired: its code may be on a box that was thrown away.
create function retired_places_stay() returns trigger
  language plpgsql as $$
begin
  raise exception 'Place % is retired.', old.id
    using errcode = 'check_violation', constraint = 'retired_places_stay', table = 'places';
end $$;
create trigger retired_places_stay before update of parent_id, name, retired_at on places
  for each row when (old.retired_at is not null) execute function retired_places_stay();

create table moves (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  lab_id        integer not null,
  vial_id       integer references vials,
  place_id      integer,
  -- a vial moves between boxes; null: it had or gets no position
  from_box      integer,
  from_position integer,
  to_box        integer,
  position      integer,
  -- a place moves between places
  from_parent   integer,
  to_parent     integer,
  at            timestamptz not null default now(),
  operator_id   integer,
  action_id     uuid,
  constraint move_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint moved_place foreign key (place_id, lab_id, domain_id) references places (id, lab_id, domain_id),
  constraint move_from_box foreign key (from_box, domain_id) references places (id, domain_id),
  constraint move_to_box foreign key (to_box, domain_id) references places (id, domain_id),
  constraint move_from_parent foreign key (from_parent, lab_id, domain_id) references places (id, lab_id, domain_id),
  constraint move_to_parent foreign key (to_parent, lab_id, domain_id) references places (id, lab_id, domain_id),
  constraint move_operator foreign key (operator_id, lab_id, domain_id)
    references lab_operators (id, lab_id, domain_id),
  constraint move_action foreign key (lab_id, action_id) references scan_actions (lab_id, id)
    deferrable initially deferred,
  constraint moves_have_one_subject check (num_nonnulls(vial_id, place_id) = 1),
  constraint vials_move_between_boxes check (vial_id is null or num_nonnulls(from_parent, to_parent) = 0),
  constraint places_move_between_places
    check (place_id is null or num_nonnulls(from_box, from_position, to_box, position) = 0),
  constraint moves_name_box_and_position
    check ((from_box is null) = (from_position is null) and (to_box is null) = (position is null))
);
create index moves_of_vial on moves (vial_id, at) where vial_id is not null;
create index moves_into_box on moves (to_box, at) where to_box is not null;
create index moves_out_of_box on moves (from_box, at) where from_box is not null;
create index moves_of_place on moves (place_id, at) where place_id is not null;
call isolate('moves');
grant select, insert on moves to vialkeep_platform, vialkeep_tenant;
create trigger moves_are_of_a_lab before insert on moves for each row execute function require_lab_account();
create trigger moves_are_kept before update or delete or truncate on moves
  for each statement execute function refuse_change();

create table stock_counts (
  id        integer generated always as identity primary key,
  domain_id integer not null references domains,
  lab_id    integer not null,
  box_id    integer not null,
  begun_at  timestamptz not null default now(),
  closed_at timestamptz,
  constraint counts_of_lab unique (id, lab_id, domain_id),
  constraint counted_box foreign key (box_id, lab_id, domain_id) references places (id, lab_id, domain_id)
);
create unique index one_open_count_of_a_box on stock_counts (box_id) where closed_at is null;
create index stock_counts_of_lab on stock_counts (lab_id, id desc);
call isolate('stock_counts');
grant select, insert, update (closed_at) on stock_counts to vialkeep_platform, vialkeep_tenant;
create trigger stock_counts_are_kept before delete or truncate on stock_counts
  for each statement execute function refuse_change();

create table count_lines (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  lab_id     integer not null,
  count_id   integer not null,
  -- of a vial, or the scanned text that is none
  code       text not null check (length(code) between 1 and 100),
  position   integer check (position between 1 and 256),
  finding    text not null check (finding ~ '^[a-z_]{3,30}$'),
  resolution text check (resolution in ('move_here', 'mark_missing', 'leave')),
  note       text not null default '' check (length(note) <= 500),
  constraint codes_are_counted_once unique (count_id, code),
  constraint line_count foreign key (count_id, lab_id, domain_id) references stock_counts (id, lab_id, domain_id)
);
call isolate('count_lines');
grant select, insert, update (position, finding, resolution, note) on count_lines
  to vialkeep_platform, vialkeep_tenant;
create trigger count_lines_are_kept before delete or truncate on count_lines
  for each statement execute function refuse_change();
