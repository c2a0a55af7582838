-- The policies of existing tables, as in 0043. Each change is a transaction of its own: one that locked all tables would
-- deadlock with users at work. It waits at most two seconds for its lock, because later calls queue behind it.
do $$
declare
  policy record;
  is_changed boolean;
  tries integer;
  bare constant text := 'chosen_domain()';
  once constant text := '(select chosen_domain())';
begin
  for policy in
    select format('%I on %I.%I', policyname, schemaname, tablename) as name, qual, with_check from pg_policies
    where concat(qual, with_check) like '%' || bare || '%'
      and concat(qual, with_check) not like '%SELECT chosen_domain()%'
  loop
    tries := 0;
    loop
      tries := tries + 1;
      is_changed := true;
      begin
        perform set_config('lock_timeout', case when tries < 60 then '2s' else '0' end, true);
        execute format('alter policy %s', policy.name)
          || coalesce(' using (' || replace(policy.qual, bare, once) || ')', '')
          || coalesce(' with check (' || replace(policy.with_check, bare, once) || ')', '');
      exception when lock_not_available then
        is_changed := false;
      end;
      commit;
      exit when is_changed;
      perform pg_sleep(0.5);
    end loop;
  end loop;
end $$;
