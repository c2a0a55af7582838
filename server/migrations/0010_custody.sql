-- What happened to a patient's sample, told by whom and on whose behalf: append-only, one chain of seals per patient.

create table custody_chains (
  patient_id integer primary key,
  domain_id  integer not null references domains,
  position   bigint not null,
  hash       bytea not null,
  constraint chain_of_a_patient foreign key (patient_id, domain_id) references users (id, domain_id)
);

create table custody_events (
  patient_id  integer not null,
  domain_id   integer not null references domains,
  -- position, previous and hash are the trigger's to fill in, whatever is given
  position    bigint not null default 0,
  at          timestamptz not null default clock_timestamp(),
  -- null: the product itself
  actor_id    integer,
  -- on whose behalf; differs from the actor while somebody works in another's account
  user_id     integer,
  kind        text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  -- the day it is said to have happened
  occurred_on date,
  facts       jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  request_id  text not null,
  previous    bytea not null default '',
  hash        bytea not null default '',
  primary key (patient_id, position),
  constraint event_of_a_patient foreign key (patient_id, domain_id) references users (id, domain_id)
);

-- What is sealed, as one text in which no value can run into the next. Changing it would break every chain that exists.
create function custody_seal(event custody_events) returns bytea
  language sql stable parallel safe
  return sha256(event.previous || convert_to(jsonb_build_array(event.patient_id, event.domain_id, event.position,
    to_char(event.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), event.actor_id, event.user_id, event.kind,
    to_char(event.occurred_on, 'YYYY-MM-DD'), event.facts, event.request_id)::text, 'UTF8'));

-- Both run as the owner: a chain's head is nobody else's to touch, and its row lock puts a patient's writers in line.
create function custody_lock(patient integer, site integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  head custody_chains;
begin
  insert into public.custody_chains (patient_id, domain_id, position, hash) values (patient, site, 0, '\x00')
    on conflict (patient_id) do nothing;
  select * into head from public.custody_chains where patient_id = patient and domain_id = site for update;
  return head.position;
end $$;
revoke all on function custody_lock(integer, integer) from public;
grant execute on function custody_lock(integer, integer) to vialkeep_platform, vialkeep_tenant;

create function custody_append() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  new.position := public.custody_lock(new.patient_id, new.domain_id) + 1;
  select hash into new.previous from public.custody_chains where patient_id = new.patient_id;
  new.hash := public.custody_seal(new);
  update public.custody_chains set position = new.position, hash = new.hash where patient_id = new.patient_id;
  return new;
end $$;
create trigger custody_events_append before insert on custody_events for each row execute function custody_append();

create trigger custody_events_are_kept before update or delete or truncate on custody_events
  for each statement execute function refuse_change();

call isolate('custody_events');
call isolate('custody_chains');
grant select, insert on custody_events to vialkeep_platform, vialkeep_tenant;
grant select on custody_chains to vialkeep_platform, vialkeep_tenant;

-- The first broken link of every broken chain among these patients, in one pass. Events missing at the end are told by
-- the chain's head.
create function custody_breaks(lowest integer, highest integer) returns table (patient_id integer, first_break bigint)
  language sql stable
  begin atomic
    select broken.patient_id, min(broken.position) from (
      select event.patient_id, event.position,
        event.hash is distinct from custody_seal(event)
          or event.previous is distinct from coalesce(lag(event.hash) over chain, '\x00')
          or event.position is distinct from coalesce(lag(event.position) over chain, 0) + 1
          as is_broken
      from custody_events event where event.patient_id between lowest and highest
      window chain as (partition by event.patient_id order by event.position)
      union all
      select coalesce(head.patient_id, newest.patient_id), coalesce(newest.position, 0) + 1,
        head.position is distinct from coalesce(newest.position, 0)
          or head.hash is distinct from coalesce(newest.hash, '\x00')
      from (select * from custody_chains head where head.patient_id between lowest and highest) head
        full join (
          select distinct on (event.patient_id) event.patient_id, event.position, event.hash
          from custody_events event where event.patient_id between lowest and highest
          order by event.patient_id, event.position desc
        ) newest on newest.patient_id = head.patient_id
    ) broken where broken.is_broken group by broken.patient_id;
  end;
grant execute on function custody_breaks(integer, integer) to vialkeep_platform;

create function custody_first_break(patient integer) returns bigint
  language sql stable
  return (select first_break from custody_breaks(patient, patient));
grant execute on function custody_first_break(integer) to vialkeep_platform;
