-- What people sign: asked for, signed at the provider's or on paper, and kept. Which provider, only its name tells.

create table documents (
  id             integer generated always as identity primary key,
  domain_id      integer not null references domains,
  -- what its links carry: whoever was sent it may sign
  document_id    text not null,
  kind           text not null,
  name           text not null,
  status         text not null default 'Pending',
  origin         text not null default 'signing',
  provider       text,
  provider_id    text,
  -- how often it was made ready to be signed; each has its own name at the provider's
  attempt        smallint not null default 1,
  -- what ended the present attempt without a signature
  refused        text,
  -- the patient, or whoever attests for a center; null while there is no such account
  signer_id      integer,
  -- as they were when it was made
  signer_name    text not null,
  signer_email   text not null,
  -- the clinic it was asked for by, or whose patient asked
  center_id      integer,
  template_id    text,
  file           text,
  sha256         text,
  -- printed on the document, for whoever wants to know whether it is genuine
  code           text not null,
  requested_at   timestamptz not null default now(),
  sent_at        timestamptz,
  looked_at      timestamptz,
  emailed_at     timestamptz,
  reminders_sent smallint not null default 0,
  signed_at      timestamptz,
  completed_at   timestamptz,
  hidden_at      timestamptz,
  -- the id of one that waits is its signer's secret, and no search may find it piece by piece
  search_text    text not null generated always as
    (lower('#' || id || ' ' || case status when 'Completed' then document_id else '' end || ' ' || name || ' ' || signer_name
      || ' ' || signer_email)) stored,
  constraint document_ids_are_random check (document_id ~ '^[A-Za-z0-9_-]{22}$'),
  constraint document_ids_name_one_document unique (document_id),
  constraint document_codes_name_one_document unique (code),
  constraint document_kinds check (kind in ('attestation', 'processing', 'storage', 'hc_attestation')),
  constraint document_states check (status in ('Pending', 'Completed')),
  constraint document_origins check (origin in ('signing', 'upload')),
  constraint what_is_completed_is_kept check
    ((status = 'Completed') = (file is not null and sha256 is not null and completed_at is not null)),
  constraint what_is_uploaded_is_completed check (origin = 'signing' or status = 'Completed'),
  constraint a_provider_has_its_own_id check (provider_id is null or provider is not null),
  constraint one_document_for_one_at_the_provider unique (provider, provider_id),
  constraint an_attempt_ends_in_one_way check (refused in ('declined', 'expired', 'revoked')),
  constraint a_file_belongs_to_one_document unique (file),
  constraint only_centers_have_templates check
    ((template_id is not null) = (kind = 'hc_attestation' and status = 'Completed')),
  constraint templates_are_issued_once unique (template_id),
  constraint signer_of_the_same_site foreign key (signer_id, domain_id) references users (id, domain_id),
  constraint center_of_the_same_site foreign key (center_id, domain_id) references users (id, domain_id)
);

-- Asking again answers what waits already.
create unique index one_pending_of_a_kind on documents (signer_id, kind)
  where status = 'Pending' and hidden_at is null;
create unique index one_pending_for_an_address on documents (center_id, kind, lower(signer_email))
  where status = 'Pending' and hidden_at is null and signer_id is null and center_id is not null;
create index documents_of_signer on documents (signer_id) where hidden_at is null;
create index documents_of_center on documents (center_id, id desc) where hidden_at is null;
create index documents_newest on documents (id desc) where hidden_at is null and kind <> 'hc_attestation';
create index documents_by_domain on documents (domain_id, id desc) where hidden_at is null and kind <> 'hc_attestation';
create index documents_pending on documents (looked_at nulls first) where status = 'Pending' and hidden_at is null;
create index documents_by_file on documents (sha256) where sha256 is not null;
create index documents_search on documents using gin (search_text gin_trgm_ops);

-- What was signed is never something else afterwards: only whose it is, and whether it is shown, may still change.
create function completed_documents_are_kept() returns trigger
  language plpgsql as $$
begin
  if row(new.domain_id, new.document_id, new.kind, new.name, new.status, new.origin, new.provider, new.provider_id,
      new.signer_name, new.signer_email, new.center_id, new.template_id, new.file, new.sha256, new.code, new.requested_at,
      new.signed_at, new.completed_at)
    is distinct from row(old.domain_id, old.document_id, old.kind, old.name, old.status, old.origin, old.provider,
      old.provider_id, old.signer_name, old.signer_email, old.center_id, old.template_id, old.file, old.sha256, old.code,
      old.requested_at, old.signed_at, old.completed_at)
  then
    raise exception 'Document % is completed and cannot be changed.', old.id
      using errcode = 'insufficient_privilege', constraint = 'completed_documents_are_kept', table = 'documents';
  end if;
  return new;
end $$;
create trigger completed_documents_are_kept before update on documents
  for each row when (old.status = 'Completed') execute function completed_documents_are_kept();

call isolate('documents');
grant select, insert, update on documents to vialkeep_platform, vialkeep_tenant;

-- How far each provider was asked for what no message told.
create table document_sweeps (
  provider    text primary key,
  swept_until timestamptz not null
);
grant select, insert, update on document_sweeps to vialkeep_platform;

-- What was uploaded and never filed is not kept.
grant delete on files to vialkeep_platform;
