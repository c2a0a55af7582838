-- online
-- Time stamps (RFC 3161) of sealed files and of the heads of chains. A row is never changed; an authority stamps one thing
-- once.

create table time_stamps (
  -- what was stamped: 'seal' for a sealed file, else the kind of chain
  of        text not null check (of ~ '^[a-z_]{1,40}$'),
  -- the digest of the sealed file, or the day on which the heads were read
  ref       text not null,
  -- the authority: 'own clock' or its host
  by        text not null,
  -- null: the heads of all sites
  domain_id integer references domains,
  sha256    text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- the whole answer of the authority
  token     bytea not null check (octet_length(token) between 1 and 65536),
  -- the time in the token
  at        timestamptz not null,
  primary key (of, ref, by),
  constraint a_seal_is_stamped_by_its_file check (of <> 'seal' or (domain_id is not null and ref = sha256))
);

-- The links that the stamp of a day covers. Its digest is that of these lines, in this order: of, chain, position, hash.
create table stamped_heads (
  of        text not null,
  ref       text not null,
  by        text not null,
  chain     text not null,
  domain_id integer references domains,
  position  bigint not null check (position > 0),
  primary key (of, by, chain, position),
  constraint heads_of_a_stamp foreign key (of, ref, by) references time_stamps
);
create index stamped_heads_of_stamp on stamped_heads (of, ref, by);

create trigger time_stamps_are_kept before update or delete or truncate on time_stamps
  for each statement execute function refuse_change();
create trigger stamped_heads_are_kept before update or delete or truncate on stamped_heads
  for each statement execute function refuse_change();

call isolate('time_stamps');
call isolate('stamped_heads');
grant select, insert on time_stamps, stamped_heads to vialkeep_platform;
grant select on time_stamps, stamped_heads to vialkeep_tenant;
