-- Which browsers have logged in to which account before: guesses of others must not lock these out. Only the hash of the
-- secret in the browser's cookie is kept, and it opens nothing.

create table known_devices (
  user_id       integer not null,
  device_hash   bytea not null check (octet_length(device_hash) = 32),
  domain_id     integer not null references domains,
  first_seen_at timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  primary key (user_id, device_hash),
  constraint user_of_known_device foreign key (user_id, domain_id) references users (id, domain_id) on delete cascade
);
create index known_devices_by_hash on known_devices (device_hash);
create index known_devices_by_age on known_devices (last_seen_at);

call isolate('known_devices');
grant select, insert, update, delete on known_devices to vialkeep_platform;
grant select on known_devices to vialkeep_tenant;

-- What one person uploaded within a day is counted at each upload.
create index files_of_uploader on files (uploaded_by, created_at desc);
