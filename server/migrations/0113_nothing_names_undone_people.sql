-- online
-- The undo of an import removes people while others work. A caller who has read a person before waits for the undo at the
-- row lock of the foreign key, which a removed account satisfies: so each statement that names people looks again.
create function refuse_undone_people() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed integer[];
  undone integer;
begin
  -- Waits for an undo that is removing them; the next statement sees what it has committed.
  execute format(
    'with named as (select distinct named.person from added cross join lateral unnest(array[%s]::integer[]) named (person)
       where named.person is not null), locked as (
       select users.id, users.removed_at from users join named on named.person = users.id
       order by users.id for key share of users)
     select array_agg(id) from locked where removed_at is not null', tg_argv[0])
    into removed;
  if removed is not null then
    select row.target_id into undone from import_rows row
    where row.kind = 'people' and row.target_id = any (removed) and row.state = 'undone' limit 1;
  end if;
  if undone is not null then
    raise exception 'An import has taken account % back', undone
      using errcode = 'check_violation', constraint = 'undone_people_are_not_named';
  end if;
  return null;
end $$;
revoke execute on function refuse_undone_people() from public;

do $$
declare
  naming record;
begin
  for naming in select * from (values
    ('arrivals', 'patient_id'),
    ('batches', 'patient_id'),
    ('checkouts', 'buyer_id, (ordered ->> ''patientId'')::integer'),
    ('commission_rules', 'person_id'),
    ('coupons', 'harvest_center_id'),
    ('custody_events', 'case when kind = ''processing.changed'' then patient_id end'),
    ('custom_sites', 'admin_id'),
    ('documents', 'signer_id, center_id'),
    ('harvests', 'patient_id, center_id'),
    ('kits', 'center_id'),
    ('lab_operators', 'lab_id'),
    ('lab_settings', 'lab_id'),
    ('label_patients', 'patient_id'),
    ('labels', 'center_id'),
    ('legal_holds', 'user_id'),
    ('lots', 'lab_id'),
    ('payee_references', 'user_id'),
    ('places', 'lab_id'),
    ('relations', 'subject_id, object_id'),
    ('storage_enrolments', 'patient_id'),
    ('transactions', 'case when gateway = ''import'' then buyer_id end, case when gateway = ''import'' then patient_id end,
      case when gateway = ''import'' then center_id end'),
    ('vial_entries', 'patient_id')) given (source, people)
  loop
    execute format('create trigger undone_people_are_not_named after insert on %I referencing new table as added
      for each statement execute function refuse_undone_people(%L)', naming.source, naming.people);
  end loop;
end $$;
