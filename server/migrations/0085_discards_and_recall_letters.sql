-- online
-- Why vials were discarded, and to whom the letters of a recall went.

create table discards (
  id           integer generated always as identity primary key,
  domain_id    integer not null references domains,
  lab_id       integer not null,
  basis        text not null constraint discard_bases
    check (basis in ('patient_request', 'failed_qc', 'damaged', 'recall')),
  -- the paper by which the patient asked for it
  document_id  integer references documents constraint consents_are_used_once unique,
  note         text not null check (length(note) between 1 and 1000),
  signature_id integer not null constraint signature_of_one_discard unique,
  discarded_at timestamptz not null default now(),
  constraint discards_of_lab unique (id, lab_id, domain_id),
  constraint discard_lab foreign key (lab_id, domain_id) references users (id, domain_id),
  constraint discard_signature foreign key (signature_id, lab_id, domain_id)
    references signatures (id, lab_id, domain_id),
  constraint requests_have_a_document check ((basis = 'patient_request') = (document_id is not null))
);
create index discards_of_lab_newest on discards (lab_id, id desc);
call isolate('discards');
grant select, insert on discards to vialkeep_platform, vialkeep_tenant;
create trigger discards_are_of_a_lab before insert on discards
  for each row execute function require_lab_account();
create trigger discards_are_kept before update or delete or truncate on discards
  for each statement execute function refuse_change();

create table discard_photos (
  discard_id integer not null,
  n          smallint not null check (n between 1 and 6),
  domain_id  integer not null references domains,
  lab_id     integer not null,
  file       text not null references files constraint photo_of_one_discard unique,
  primary key (discard_id, n),
  constraint photo_discard foreign key (discard_id, lab_id, domain_id) references discards (id, lab_id, domain_id)
);
call isolate('discard_photos');
grant select, insert on discard_photos to vialkeep_platform, vialkeep_tenant;
create trigger discard_photos_are_kept before update or delete or truncate on discard_photos
  for each statement execute function refuse_change();

-- A reader gets one letter about a deviation.
create table deviation_letters (
  deviation_id integer not null,
  user_id      integer not null,
  domain_id    integer not null references domains,
  lab_id       integer not null,
  written_at   timestamptz not null default now(),
  primary key (deviation_id, user_id),
  constraint letter_deviation foreign key (deviation_id, lab_id, domain_id)
    references deviations (id, lab_id, domain_id),
  constraint letter_reader foreign key (user_id, domain_id) references users (id, domain_id)
);
create index deviation_letters_of_user on deviation_letters (user_id);
call isolate('deviation_letters');
grant select, insert on deviation_letters to vialkeep_platform, vialkeep_tenant;
create trigger deviation_letters_are_kept before update or delete or truncate on deviation_letters
  for each statement execute function refuse_change();
