-- online
-- The index commission_lines_counted has the same order and serves the same lists.
drop index commission_lines_of_person;
