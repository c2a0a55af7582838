-- online
-- Addresses that are told of events, what is sent to each, and every attempt. The secret is sealed; no answer is kept.

create table webhook_endpoints (
  id              integer generated always as identity primary key,
  domain_id       integer not null references domains,
  owner_id        integer not null,
  url             text not null constraint webhook_urls check (length(url) between 8 and 2000 and url ~ '^https?://'),
  description     text not null default '' check (length(description) <= 200),
  types           text[] not null constraint webhooks_have_types check (cardinality(types) between 1 and 50),
  secret          text not null,
  -- signs beside the new secret until then
  former_secret   text,
  former_until    timestamptz,
  created_at      timestamptz not null default now(),
  disabled_at     timestamptz,
  disabled_why    text constraint webhook_ends check (disabled_why in ('owner', 'gone', 'failing')),
  -- the first of the failures since the last success
  failing_since   timestamptz,
  constraint webhook_endpoints_in_domain unique (id, domain_id),
  constraint webhook_owner foreign key (owner_id, domain_id) references users (id, domain_id),
  constraint former_webhook_secrets_end check ((former_secret is null) = (former_until is null)),
  constraint disabled_webhooks_say_why check ((disabled_at is null) = (disabled_why is null))
);
create index webhook_endpoints_of_owner on webhook_endpoints (owner_id, id desc);
create index webhook_endpoints_of_domain on webhook_endpoints (domain_id, id desc);
call isolate('webhook_endpoints');
grant select, insert, delete,
  update (url, description, types, secret, former_secret, former_until, disabled_at, disabled_why, failing_since)
  on webhook_endpoints to vialkeep_platform, vialkeep_tenant;

create table webhook_deliveries (
  id          bigint generated always as identity primary key,
  endpoint_id integer not null,
  domain_id   integer not null references domains,
  event_id    bigint not null references events,
  state       text not null default 'waiting'
    constraint webhook_delivery_states check (state in ('waiting', 'delivered', 'given_up')),
  -- when the next attempt is due; while one runs, when it counts as lost
  next_at     timestamptz default now(),
  attempts    integer not null default 0 check (attempts >= 0),
  -- attempts since it was last sent by hand
  tries       smallint not null default 0 check (tries between 0 and 10),
  created_at  timestamptz not null default now(),
  -- By the event first: the rows of an event are looked up when it is deleted.
  constraint webhook_events_once unique (event_id, endpoint_id),
  constraint webhook_deliveries_in_domain unique (id, domain_id),
  constraint deliveries_of_webhook foreign key (endpoint_id, domain_id)
    references webhook_endpoints (id, domain_id) on delete cascade,
  constraint waiting_deliveries_are_due check ((state = 'waiting') = (next_at is not null))
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
call isolate('webhook_deliveries');
grant select, insert, update (state, next_at, attempts, tries) on webhook_deliveries to vialkeep_tenant;
grant select, insert, update (state, next_at, attempts, tries), delete on webhook_deliveries to vialkeep_platform;

create table webhook_attempts (
  delivery_id bigint not null,
  number      integer not null check (number > 0),
  domain_id   integer not null references domains,
  at          timestamptz not null default now(),
  -- the status of the answer, or why there was none; never the answer, which could read inside networks
  status      smallint check (status between 100 and 999),
  fault       text constraint webhook_faults check (fault ~ '^[a-z_]{1,30}$'),
  took_ms     integer not null check (took_ms >= 0),
  primary key (delivery_id, number),
  constraint attempts_of_delivery foreign key (delivery_id, domain_id)
    references webhook_deliveries (id, domain_id) on delete cascade,
  constraint webhook_attempts_have_an_outcome check ((status is null) <> (fault is null))
);
call isolate('webhook_attempts');
grant select on webhook_attempts to vialkeep_tenant;
grant select, insert, delete on webhook_attempts to vialkeep_platform;

-- The endpoints of an erased person go with the login; the audit log keeps their numbers.
create function erase_webhook_endpoints() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from webhook_endpoints where owner_id = new.id;
  return null;
end $$;
revoke execute on function erase_webhook_endpoints() from public;
create trigger erased_people_have_no_webhooks after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_webhook_endpoints();
