-- What was uploaded: the bytes lie in the file store under a name of our own, the facts lie here.

create table files (
  name        text primary key check (name ~ '^[a-z0-9-]+/[a-z0-9-]+\.[a-z0-9]+$'),
  domain_id   integer not null references domains,
  owner_id    integer not null,
  uploaded_by integer not null references users,
  given_name  text not null default '',
  media_type  text not null,
  bytes       integer not null check (bytes > 0),
  sha256      text not null,
  created_at  timestamptz not null default now(),
  constraint file_owner foreign key (owner_id, domain_id) references users (id, domain_id)
);
create index files_of_owner on files (owner_id, created_at desc);
call isolate('files');
grant select, insert on files to vialkeep_platform, vialkeep_tenant;
