-- Who did what to what, on whose behalf: append-only, each row sealed with the hash of the one before it.

create table audit_chains (
  domain_id integer primary key references domains,
  position  bigint not null,
  hash      bytea not null
);

create table audit_log (
  domain_id  integer not null references domains,
  -- position, previous and hash are the trigger's to fill in, whatever is given
  position   bigint not null default 0,
  at         timestamptz not null default clock_timestamp(),
  -- null: the product itself, with the reason in action
  actor_id   integer,
  -- on whose behalf; differs from the actor while somebody works in another's account
  user_id    integer,
  session_id integer,
  action     text not null,
  subject    text not null,
  subject_id text not null,
  facts      jsonb not null default '{}',
  request_id text not null,
  previous   bytea not null default '',
  hash       bytea not null default '',
  primary key (domain_id, position)
);
create index audit_of_subject on audit_log (subject, subject_id);

-- What is sealed, as one text in which no value can run into the next. Changing it would break every chain that exists.
create function audit_seal(entry audit_log) returns bytea
  language sql stable parallel safe
  return sha256(entry.previous || convert_to(jsonb_build_array(entry.domain_id, entry.position,
    to_char(entry.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_id, entry.user_id,
    entry.session_id, entry.action, entry.subject, entry.subject_id, entry.facts, entry.request_id)::text, 'UTF8'));

-- Runs as the owner: the chain's head is nobody else's to touch, and its row lock puts writers in line.
create function audit_append() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  head audit_chains;
begin
  insert into public.audit_chains (domain_id, position, hash) values (new.domain_id, 0, '\x00')
    on conflict (domain_id) do nothing;
  select * into head from public.audit_chains where domain_id = new.domain_id for update;
  new.position := head.position + 1;
  new.previous := head.hash;
  new.hash := public.audit_seal(new);
  update public.audit_chains set position = new.position, hash = new.hash where domain_id = new.domain_id;
  return new;
end $$;
create trigger audit_log_append before insert on audit_log for each row execute function audit_append();

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_is_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger agreement_acceptances_are_kept before update or delete or truncate on agreement_acceptances
  for each statement execute function refuse_change();

call isolate('audit_log');
call isolate('audit_chains');
grant select, insert on audit_log to vialkeep_platform, vialkeep_tenant;
grant select on audit_chains to vialkeep_platform, vialkeep_tenant;

-- The first broken link of a site's chain, or nothing. Rows missing at the end are told by the chain's head.
create function audit_first_break(site integer) returns bigint
  language sql stable
  return (
    select min(broken.position) from (
      select entry.position,
        entry.hash is distinct from audit_seal(entry)
          or entry.previous is distinct from coalesce(lag(entry.hash) over (order by entry.position), '\x00')
          or entry.position is distinct from coalesce(lag(entry.position) over (order by entry.position), 0) + 1
          as is_broken
      from audit_log entry where entry.domain_id = site
      union all
      select coalesce(newest.position, 0) + 1,
        head.position is distinct from coalesce(newest.position, 0)
          or head.hash is distinct from coalesce(newest.hash, '\x00')
      from (select site as domain_id) chain
        left join audit_chains head using (domain_id)
        left join lateral (
          select position, hash from audit_log entry where entry.domain_id = site order by position desc limit 1
        ) newest on true
      where head.domain_id is not null or newest.position is not null
    ) broken where broken.is_broken
  );
grant execute on function audit_first_break(integer) to vialkeep_platform;
