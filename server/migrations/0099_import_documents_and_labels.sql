-- online
-- Signed documents and shipping labels of another system, and the PDFs that their rows name.

alter table import_files
  drop constraint import_kinds,
  add constraint import_kinds check (kind in ('people', 'processing', 'vials', 'transactions', 'documents', 'labels',
    'pdfs')) not valid;

-- What a file of PDFs holds: itself, or the files of its ZIP.
create table import_pdfs (
  file_id   integer not null,
  -- its place in the ZIP
  n         integer not null check (n >= 0),
  domain_id integer not null references domains,
  import_id integer not null,
  name      text not null check (length(name) between 1 and 300),
  -- in lower case: with the folders of the ZIP, and without them
  path      text not null,
  base      text not null,
  bytes     bigint not null check (bytes >= 0),
  -- null until a check has read it
  sha256    text,
  fault     text constraint import_pdf_faults check (fault in ('not_a_pdf', 'too_long')),
  -- a row named it at the last check
  is_named  boolean not null default false,
  primary key (file_id, n),
  constraint pdf_of_import_file foreign key (file_id, domain_id) references import_files (id, domain_id)
);
create index import_pdfs_by_path on import_pdfs (import_id, path);
create index import_pdfs_by_base on import_pdfs (import_id, base);
create index import_pdfs_by_hash on import_pdfs (sha256) where sha256 is not null;
call isolate('import_pdfs');
grant select, insert, delete, update (sha256, fault, is_named) on import_pdfs to vialkeep_platform, vialkeep_tenant;

-- The PDF that a row names, with its folders or without them. None where several have the name.
create function imported_pdf(batch integer, ref text)
  returns table (file_id integer, n integer, sha256 text, fault text)
  language sql stable as $$
  with found as (
    select pdf.file_id, pdf.n, pdf.sha256, pdf.fault, pdf.path = lower(ref) as is_path,
      bool_or(pdf.path = lower(ref)) over () as has_path
    from import_pdfs pdf where pdf.import_id = batch and (pdf.path = lower(ref) or pdf.base = lower(ref))
  ), fitting as (
    select found.*, count(*) over () as times from found where found.is_path = found.has_path
  )
  select fitting.file_id, fitting.n, fitting.sha256, fitting.fault from fitting where fitting.times = 1
$$;
revoke execute on function imported_pdf(integer, text) from public;
grant execute on function imported_pdf(integer, text) to vialkeep_platform, vialkeep_tenant;

-- Deletes the labels of an import that is being undone. Nothing else may delete a label.
create function delete_imported_labels(undone integer, made integer[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own  integer[];
  gone integer;
begin
  if not exists (select from imports where id = undone and state = 'undoing' and works_for_site(domain_id)) then
    raise exception 'This connection does not undo import %', undone using errcode = 'insufficient_privilege';
  end if;
  own := array(select target_id from import_rows
    where import_id = undone and kind = 'labels' and state = 'applied' and target_id = any (made));
  delete from label_patients where label_id = any (own);
  delete from labels where id = any (own);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function delete_imported_labels(integer, integer[]) from public;
grant execute on function delete_imported_labels(integer, integer[]) to vialkeep_platform, vialkeep_tenant;

-- What files said of an erased person goes with the account, also the names of their PDFs.
create or replace function erase_imported_rows() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update import_rows set data = '{}', problems = '[]', email = null, before = null
    where kind in ('people', 'processing') and target_id = new.id;
  update import_rows set data = '{}', problems = '[]'
    where kind = 'vials' and target_id in (select id from vial_entries where patient_id = new.id);
  delete from import_pdfs where sha256 in (select documents.sha256 from documents
    where documents.signer_id = new.id and documents.sha256 is not null);
  update import_rows set data = '{}', problems = '[]'
    where kind = 'documents' and target_id in (select id from documents where signer_id = new.id);
  update import_rows set data = '{}', problems = '[]'
    where kind = 'labels' and (target_id in (select label_id from label_patients where patient_id = new.id)
      or target_id in (select id from labels where requester_id = new.id or center_id = new.id));
  return null;
end $$;

-- The planner knows of rows that were just loaded only after this; without it, a check compares each with all others. As
-- the owner, who alone may analyse a table.
create function analyze_import_rows() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  analyze import_rows;
end $$;
revoke execute on function analyze_import_rows() from public;
grant execute on function analyze_import_rows() to vialkeep_platform;
