-- online
-- What files said of an erased person goes with the account: also of their orders, in rows that were refused, and in rows
-- that name them by e-mail. A row that was not written yet can no longer be.
create or replace function erase_imported_rows() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  emails text[];
  keys   text[];
  -- an e-mail that is not the end or the beginning of a longer one
  naming text;
begin
  select array_agg(distinct named.email) into emails from (
    select lower(old.email) as email
    union all
    select email from import_rows where kind = 'people' and target_id = new.id) named
    where named.email <> '';
  select '(?<![a-z0-9._%+-])(' || string_agg(regexp_replace(named, '([^[:alnum:]])', '\\\1', 'g'), '|')
    || ')(?![a-z0-9-]|\.[a-z0-9])' into naming from unnest(emails) named;
  select coalesce(array_agg(distinct known.key), '{}') into keys from (
    select key from source_keys where kind = 'people' and target_id = new.id and domain_id = new.domain_id
    union all
    select key from import_rows where kind = 'people' and target_id = new.id and key is not null) known;
  update import_rows set data = '{}', problems = '[]', email = null, before = null
    where kind in ('people', 'processing') and target_id = new.id;
  update import_rows set data = '{}', problems = '[]'
    where kind = 'vials' and target_id in (select id from vial_entries where patient_id = new.id);
  update import_rows set data = '{}', problems = '[]'
    where kind = 'transactions'
      and target_id in (select id from transactions where patient_id = new.id or buyer_id = new.id);
  delete from import_pdfs where sha256 in (select documents.sha256 from documents
    where documents.signer_id = new.id and documents.sha256 is not null);
  update import_rows set data = '{}', problems = '[]'
    where kind = 'documents' and target_id in (select id from documents where signer_id = new.id);
  update import_rows set data = '{}', problems = '[]'
    where kind = 'labels' and (target_id in (select label_id from label_patients where patient_id = new.id)
      or target_id in (select id from labels where requester_id = new.id or center_id = new.id));
  update import_rows set data = '{}', email = case when email = any (emails) then null else email end,
      state = case when state = 'new' then 'bad' else state end,
      problems = case when state in ('new', 'bad') then '[{"field": "", "value": "", "reason": "unknown_person"}]'::jsonb
        else '[]'::jsonb end
    where (data <> '{}' or problems <> '[]' or email is not null) and (
      email = any (emails)
      or lower(data::text) ~ naming or lower(problems::text) ~ naming
      or domain_id = new.domain_id
        and (data -> 'patient' ?| keys or data -> 'patients' ?| keys or data -> 'buyer' ?| keys));
  return null;
end $$;
