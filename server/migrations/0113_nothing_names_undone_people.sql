-- online
-- The undo of an import removes people while others work. A caller who has read a person before waits for the undo at the
-- row lock of the foreign key, which a removed account satisfies: so each statement that names people looks again. The
-- trigger's first argument says which rows are looked at, the others are the columns that name people. A sale is looked at
-- only where an import writes it, so that what settles a charge is never refused; its checkout was looked at. Custody events
-- come with rows that are looked at, but for processing data.
create function refuse_undone_people() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed integer[];
  undone integer;
begin
  -- Waits for an undo that is removing them; the next statement sees what it has committed.
  with named as (
    select distinct (to_jsonb(added) #>> string_to_array(given.path, '.'))::integer as person
    from added cross join unnest(tg_argv[1:]) given (path) where to_jsonb(added) @> tg_argv[0]::jsonb
  ), locked as (
    select users.id, users.removed_at from users where users.id in (select person from named)
    order by users.id for key share of users
  )
  select array_agg(id) into removed from locked where removed_at is not null;
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
    ('arrivals', '{}', '{patient_id}'),
    ('batches', '{}', '{patient_id}'),
    ('checkouts', '{}', '{buyer_id,ordered.patientId}'),
    ('commission_rules', '{}', '{person_id}'),
    ('coupons', '{}', '{harvest_center_id}'),
    ('custody_events', '{"kind": "processing.changed"}', '{patient_id}'),
    ('custom_sites', '{}', '{admin_id}'),
    ('documents', '{}', '{signer_id,center_id}'),
    ('harvests', '{}', '{patient_id,center_id}'),
    ('kits', '{}', '{center_id}'),
    ('lab_operators', '{}', '{lab_id}'),
    ('lab_settings', '{}', '{lab_id}'),
    ('label_patients', '{}', '{patient_id}'),
    ('labels', '{}', '{center_id}'),
    ('legal_holds', '{}', '{user_id}'),
    ('lots', '{}', '{lab_id}'),
    ('payee_references', '{}', '{user_id}'),
    ('places', '{}', '{lab_id}'),
    ('relations', '{}', '{subject_id,object_id}'),
    ('storage_enrolments', '{}', '{patient_id}'),
    ('transactions', '{"gateway": "import"}', '{buyer_id,patient_id,center_id}'),
    ('vial_entries', '{}', '{patient_id}')) given (source, looked_at, people)
  loop
    execute format('create trigger undone_people_are_not_named after insert on %I referencing new table as added
      for each statement execute function refuse_undone_people(%L, %s)', naming.source, naming.looked_at,
      (select string_agg(quote_literal(path), ', ') from unnest(naming.people::text[]) path));
  end loop;
end $$;
