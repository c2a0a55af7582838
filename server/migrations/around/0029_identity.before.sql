-- PostgreSQL before 17 adds no column with a default to a table whose row type a function uses.
drop function acting_still_allowed(sessions);
