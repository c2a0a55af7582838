-- online
-- The other tables that are built upon people: the undo counts their rows, so none may come while it removes the person.
-- A column may hold a list of people.
create or replace function refuse_undone_people() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed integer[];
  undone integer;
begin
  -- Waits for an undo that is removing them; the next statement sees what it has committed.
  with named as (
    select distinct (value #>> '{}')::integer as person
    from added cross join unnest(tg_argv[1:]) given (path)
      cross join lateral jsonb_path_query(to_jsonb(added) #> string_to_array(given.path, '.'), '$[*]') value
    where to_jsonb(added) @> tg_argv[0]::jsonb
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

do $$
declare
  naming record;
begin
  for naming in select * from (values
    ('api_keys', '{owner_id}'),
    ('commission_plans', '{house_id}'),
    ('credential_holds', '{user_id}'),
    ('email_changes', '{user_id}'),
    ('files', '{owner_id}'),
    ('inspections', '{patient_ids}'),
    ('locations', '{user_id}'),
    ('login_as_codes', '{target_id}'),
    ('one_time_passwords', '{user_id}'),
    ('payment_customers', '{user_id}'),
    ('privacy_requests', '{user_id}'),
    ('webhook_endpoints', '{owner_id}')) given (source, people)
  loop
    execute format('create trigger undone_people_are_not_named after insert on %I referencing new table as added
      for each statement execute function refuse_undone_people(''{}'', %s)', naming.source,
      (select string_agg(quote_literal(path), ', ') from unnest(naming.people::text[]) path));
  end loop;
end $$;
