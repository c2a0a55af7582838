-- online
-- Validates the constraint of 0096, which takes a lock that lets people read and write.
alter table files validate constraint file_owner;
