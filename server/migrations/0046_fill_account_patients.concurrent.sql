-- The triggers on existing tables, then the rows of existing patients. Each trigger and each 1,000 patients are a
-- transaction of their own: one that locked all tables would deadlock with users at work. It waits at most two seconds
-- for a lock, because later calls queue behind it, and gives up after 60 tries; the next start repeats the file.
do $$
declare
  made record;
  is_made boolean;
  patients integer[];
  highest integer := 0;
begin
  for made in
    select format('create or replace trigger %I after %s on %I referencing new table as becomes
      for each statement execute function %I()', name, event, target, function) as statement, target
    from (values
      ('new_relations_change_account_patients', 'insert', 'relations', 'relations_change_account_patients'),
      ('relations_change_account_patients', 'update', 'relations', 'relations_change_account_patients'),
      ('new_records_change_account_patients', 'insert', 'patient_records', 'patients_change_account_patients'),
      ('records_change_account_patients', 'update', 'patient_records', 'patients_change_account_patients'),
      ('new_vials_change_account_patients', 'insert', 'vials', 'patients_change_account_patients'),
      ('vials_change_account_patients', 'update', 'vials', 'patients_change_account_patients')
    ) triggers (name, event, target, function)
  loop
    for try in 1..60 loop
      is_made := true;
      begin
        perform set_config('lock_timeout', '2s', true);
        execute made.statement;
      exception when lock_not_available then
        is_made := false;
      end;
      commit;
      exit when is_made;
      perform pg_sleep(0.5);
    end loop;
    if not is_made then
      raise exception 'a long transaction keeps the table % locked', made.target;
    end if;
  end loop;
  loop
    select array_agg(patient_id order by patient_id) into patients from (
      select patient_id from patient_records where patient_id > highest order by patient_id limit 1000
    ) batch;
    exit when patients is null;
    loop
      is_made := true;
      begin
        perform refresh_account_patients(patients);
      exception when deadlock_detected then
        is_made := false;
      end;
      commit;
      exit when is_made;
    end loop;
    highest := patients[cardinality(patients)];
  end loop;
end $$;
