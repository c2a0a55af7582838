-- PostgreSQL 15.20 adds no column with a default to a table whose row type the body of a function reads.
drop function acting_still_allowed(sessions);
