do $$ begin execute current_setting('vialkeep.dropped_function'); end $$;
grant execute on function acting_still_allowed(sessions) to vialkeep_platform;
