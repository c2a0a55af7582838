-- online
-- A connection keeps the plans of its statements, and an import fills tables faster than their statistics are renewed: a
-- plan made for the 80 relations of a new network read all relations for each one that was added. As the owner, who alone
-- may analyse a table; one that is being vacuumed is left out, because that renews its statistics too.
create function analyze_imported_tables(kind text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  filled regclass;
begin
  foreach filled in array case kind
    when 'people' then '{users, patient_records}'
    when 'relations' then '{relations, account_patients}'
    when 'processing' then '{patient_records, custody_events}'
    when 'vials' then '{vial_entries, vials, vial_aliases, custody_events}'
    when 'transactions' then '{transactions}'
    when 'documents' then '{documents, files, custody_events}'
    when 'labels' then '{labels, label_patients, files, custody_events}'
    else '{}' end :: regclass[]
  loop
    execute format('analyze (skip_locked) %s', filled);
  end loop;
end $$;
revoke execute on function analyze_imported_tables(text) from public;
grant execute on function analyze_imported_tables(text) to vialkeep_platform;
