-- In a subquery PostgreSQL evaluates chosen_domain() once for a statement; the bare call was evaluated for every row.
create or replace procedure isolate(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy every_site on %s to vialkeep_platform using (true) with check (true)', target);
  execute format('create policy own_site on %s to vialkeep_tenant
    using (domain_id = (select chosen_domain())) with check (domain_id = (select chosen_domain()))', target);
  -- Functions that run as the owner (the audit chain) must still see the rows they keep.
  execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
end $$;
