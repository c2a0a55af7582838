-- How far the registration of a custom site is. Each step leaves its mark here, so that it can be taken up again after
-- anything. It belongs to the platform: a site knows nothing of how it came about, so tenants have no grant.

create table custom_sites (
  site_id             integer primary key references domains,
  started_by          integer not null references users,
  started_at          timestamptz not null default now(),
  description         text not null default '',
  -- brand and sender are set
  configured_at       timestamptz,
  admin_id            integer references users,
  folder_at           timestamptz,
  domain_file_at      timestamptz,
  -- the last look at the host's name: what was found, and since when it is right
  checked_at          timestamptz,
  found               text[],
  up_at               timestamptz,
  certified_at        timestamptz,
  certified_until     timestamptz,
  constraint a_file_needs_its_folder check (domain_file_at is null or folder_at is not null),
  constraint a_certificate_needs_its_file check (certified_at is null or domain_file_at is not null),
  constraint a_certificate_ends check ((certified_at is null) = (certified_until is null)),
  constraint a_look_finds_something check ((checked_at is null) = (found is null)),
  constraint an_admin_of_one_site unique (admin_id)
);
grant select, insert, update on custom_sites to vialkeep_platform;

-- A host that is served under a name of its own must be one that a configuration file can hold.
alter table domains add constraint hosts_are_names check (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$');

-- What a certificate authority asks for over http while it makes up its mind; any server of the installation answers.
create table certificate_challenges (
  token      text primary key check (token ~ '^[A-Za-z0-9_-]{1,128}$'),
  answer     text not null,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on certificate_challenges to vialkeep_platform;
