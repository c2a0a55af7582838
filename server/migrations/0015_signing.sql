-- The built-in signing service: papers that wait for a signature, what the signer gave, and the sealed file. And the
-- secret by which a browser reads files, because a link cannot carry a token (S-18).

alter table sessions add column file_hash bytea unique check (octet_length(file_hash) = 32);

create type signing_state as enum ('pending', 'signed', 'declined');

create table signings (
  id             text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  domain_id      integer not null references domains,
  -- whoever asked for the signature knows the paper by this
  reference      text not null unique check (reference <> ''),
  title          text not null check (title <> ''),
  signer_name    text not null,
  signer_email   text not null,
  paper_file     text not null,
  paper_sha256   text not null check (paper_sha256 ~ '^[0-9a-f]{64}$'),
  pages          integer not null check (pages > 0),
  -- where on the paper the signature goes
  place          jsonb not null,
  -- the paper's words, where they are known
  words          jsonb,
  state          signing_state not null default 'pending',
  made_at        timestamptz not null default now(),
  changed_at     timestamptz not null default now(),
  -- what the signer gave
  typed_name     text,
  drawn          jsonb,
  agreed_words   text,
  address        text,
  device         text,
  signed_at      timestamptz,
  decline_reason text,
  -- fixed before sealing begins, so that sealing again gives the same file
  sealing_at     timestamptz,
  sealed_file    text,
  sealed_sha256  text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at      timestamptz,
  constraint a_signature_is_whole check (
    (state = 'signed') = (signed_at is not null)
    and (signed_at is null) = (typed_name is null)
    and (signed_at is null) = (agreed_words is null)
    and (signed_at is null) = (address is null)
    and (signed_at is null) = (device is null)
    and (drawn is null or signed_at is not null)),
  constraint a_decline_has_a_reason check ((state = 'declined') = (decline_reason is not null)),
  constraint sealed_after_signing check (sealing_at is null or signed_at is not null),
  constraint a_seal_is_whole check (
    (sealed_at is null) = (sealed_file is null)
    and (sealed_at is null) = (sealed_sha256 is null)
    and (sealed_at is null or sealing_at is not null))
);
create index signings_changed on signings (changed_at);
create index signings_to_seal on signings (signed_at) where state = 'signed' and sealed_at is null;

-- A paper never changes, a signature once given neither, and what is sealed is closed.
create function signing_is_kept() returns trigger
  language plpgsql as $$
begin
  if (new.id, new.domain_id, new.reference, new.title, new.signer_name, new.signer_email, new.paper_file,
      new.paper_sha256, new.pages, new.place, new.words, new.made_at)
    is distinct from (old.id, old.domain_id, old.reference, old.title, old.signer_name, old.signer_email, old.paper_file,
      old.paper_sha256, old.pages, old.place, old.words, old.made_at)
    or old.state <> 'pending' and (new.state, new.typed_name, new.drawn, new.agreed_words, new.address, new.device,
      new.signed_at, new.decline_reason)
    is distinct from (old.state, old.typed_name, old.drawn, old.agreed_words, old.address, old.device, old.signed_at,
      old.decline_reason)
    or old.sealing_at is not null and new.sealing_at is distinct from old.sealing_at
    or old.sealed_at is not null
  then
    raise exception 'a signature is not changed afterwards' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger signings_are_kept before update on signings for each row execute function signing_is_kept();
create trigger signings_stay before delete or truncate on signings for each statement execute function refuse_change();

create type signing_event_kind as enum ('made', 'opened', 'signed', 'declined', 'sealed');

create table signing_events (
  id         bigint generated always as identity primary key,
  signing_id text not null references signings,
  domain_id  integer not null references domains,
  kind       signing_event_kind not null,
  at         timestamptz not null default clock_timestamp(),
  address    text,
  device     text
);
create index signing_events_of on signing_events (signing_id, id);
create trigger signing_events_are_kept before update or delete or truncate on signing_events
  for each statement execute function refuse_change();

-- A way to one paper, on one site, for a day. Only its hash is kept.
create table signing_links (
  link_hash  bytea primary key check (octet_length(link_hash) = 32),
  signing_id text not null references signings,
  domain_id  integer not null references domains,
  site_id    integer not null references domains,
  return_to  text not null check (return_to ~ '^https?://'),
  expires_at timestamptz not null,
  opened_at  timestamptz
);
create index signing_links_of on signing_links (signing_id);

call isolate('signings');
call isolate('signing_events');
call isolate('signing_links');
grant select, insert, update on signings to vialkeep_platform, vialkeep_tenant;
grant select, insert on signing_events to vialkeep_platform, vialkeep_tenant;
grant select, insert, update, delete on signing_links to vialkeep_platform, vialkeep_tenant;
