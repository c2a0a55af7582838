-- PostgreSQL 15.20 adds no column with a default to a table whose row type the body of a function reads.
select set_config('vialkeep.dropped_function', pg_get_functiondef('acting_still_allowed'::regproc), true);
drop function acting_still_allowed(sessions);
