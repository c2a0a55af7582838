-- online
-- Validates the constraint of 0103, which takes a lock that lets people read and write.
alter table import_files validate constraint import_kinds;
