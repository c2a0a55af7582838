-- Two people who edit one user at once must not overwrite each other, and tags have names.

-- Rises with every change somebody makes to the user, their relations or their processing data.
alter table users add column version integer not null default 0;

create table tags (
  id   smallint primary key,
  name text not null unique check (name <> '')
);
-- U-29: 1 lets a member order vials; others are shown and have no effect.
insert into tags (id, name) values (1, 'Vials ordering'), (2, 'Priority');
grant select on tags to vialkeep_platform, vialkeep_tenant;
