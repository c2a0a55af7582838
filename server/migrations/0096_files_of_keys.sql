-- online
-- By an API key for another site, an administrator of the main site uploads files and has labels made there. Such a file
-- belongs to that site, and its owner to the main one.
alter table files
  drop constraint file_owner,
  add constraint file_owner foreign key (owner_id) references users not valid;
