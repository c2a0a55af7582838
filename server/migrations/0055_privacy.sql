-- online
-- Requests of people about their data, legal holds, and the erasure of a person.

alter table users
  add column erased_at timestamptz,
  -- No account has been erased before this column exists.
  add constraint erased_users_are_removed check (erased_at is null or removed_at is not null) not valid;

-- When the file of an erased person's paper was deleted, after the retention period.
alter table documents add column destroyed_at timestamptz;

create table privacy_requests (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  user_id     integer not null,
  kind        text not null check (kind in ('export', 'erasure', 'correction', 'question')),
  text        text not null default '' check (length(text) <= 2000),
  state       text not null default 'received'
    check (state in ('received', 'in_review', 'done', 'refused', 'withdrawn')),
  received_at timestamptz not null default now(),
  due_on      date not null default (now() at time zone 'utc')::date + 30,
  answer      text not null default '' check (length(answer) <= 4000),
  -- null where the product answered by itself
  answered_by integer references users,
  ended_at    timestamptz,
  -- 'privacy-exports/….zip'; null before it is built and after it is deleted
  file        text unique check (file ~ '^privacy-exports/[a-z0-9]+\.zip$'),
  file_bytes  bigint check (file_bytes > 0),
  file_until  timestamptz,
  constraint request_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint an_end_has_a_time check ((state in ('done', 'refused', 'withdrawn')) = (ended_at is not null)),
  constraint a_refusal_has_an_answer check (state <> 'refused' or answer <> ''),
  constraint only_exports_have_files check
    ((file is null) = (file_bytes is null) and (file is null or (kind = 'export' and file_until is not null)))
);
create unique index one_open_request_of_a_kind on privacy_requests (user_id, kind)
  where kind in ('export', 'erasure') and state in ('received', 'in_review');
create index privacy_requests_of_user on privacy_requests (user_id, id desc);
create index privacy_requests_of_site on privacy_requests (domain_id, id desc);
create index privacy_requests_open on privacy_requests (due_on, id) where state in ('received', 'in_review');
create index privacy_requests_with_file on privacy_requests (file_until) where file is not null;
call isolate('privacy_requests');
grant select, insert, update on privacy_requests to vialkeep_platform, vialkeep_tenant;

-- While a hold is open, the person's data must be kept, for example because of a lawsuit.
create table legal_holds (
  id         integer generated always as identity primary key,
  domain_id  integer not null references domains,
  user_id    integer not null,
  reason     text not null check (length(reason) between 3 and 500),
  by_id      integer not null references users,
  created_at timestamptz not null default now(),
  ended_at   timestamptz,
  ended_by   integer references users,
  constraint held_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint an_end_has_an_administrator check ((ended_at is null) = (ended_by is null))
);
create unique index one_open_legal_hold on legal_holds (user_id) where ended_at is null;
call isolate('legal_holds');
grant select, insert, update on legal_holds to vialkeep_platform, vialkeep_tenant;

-- Why this person cannot be erased now, in the order in which the reasons are answered; empty where nothing is against
-- it. An order counts as under way until its day of shipping has passed, a label until the carrier has delivered it or
-- for 60 days, because shipments without a carrier's messages never end.
create function erasure_obstacles(person integer) returns text[]
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select array_remove(array[
      case when account.erased_at is not null then 'already_erased' end,
      case when account.plan_id in (7, 10) then 'is_administrator' end,
      case when exists (select from legal_holds where user_id = person and ended_at is null) then 'legal_hold' end,
      case when exists (select from vials where patient_id = person and state = 'stored') then 'has_vials' end,
      case when exists (select from checkouts where buyer_id = person and state in ('begun', 'held'))
        or exists (select from transactions
          where buyer_id = person and domain_id = account.domain_id and shipping_date >= current_date)
        or exists (select from transactions where patient_id = person and shipping_date >= current_date)
        or exists (select from labels label
          where (label.requester_id = person or label.center_id = person
              or exists (select from label_patients where label_id = label.id and patient_id = person))
            and (label.file is null or (label.delivered_at is null and label.made_at > now() - interval '60 days'
              and coalesce(label.shipment_state, '') not in ('delivered', 'returned', 'cancelled'))))
        then 'has_open_orders' end,
      case when exists (select from documents document join signings signing on signing.id = document.provider_id
          where (document.signer_id = person or (document.signer_id is null and document.domain_id = account.domain_id
              and lower(document.signer_email) = lower(account.email)))
            and document.provider = 'builtin' and document.status = 'Pending' and signing.state = 'signed')
        then 'paper_being_sealed' end
    ], null)
    from users account where account.id = person and works_for_site(account.domain_id);
  end;
revoke all on function erasure_obstacles(integer) from public;
grant execute on function erasure_obstacles(integer) to vialkeep_platform, vialkeep_tenant;

-- True only inside `erase_person`: it runs as the owner of the tables and sets the switch for itself alone. The roles
-- that serve requests can set the switch, but are not the owner.
create function is_erasing() returns boolean
  language sql stable
  return coalesce(current_setting('app.erasing', true), '') = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = 'public.privacy_requests'::regclass);

create or replace function refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('agreement_acceptances', 'signing_events', 'transaction_changes')
    and is_erasing()
  then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Erasing overwrites what identifies the signer in the row; what was signed, when, and every hash stay.
create or replace function signing_is_kept() returns trigger
  language plpgsql as $$
begin
  if is_erasing() and (new.id, new.domain_id, new.reference, new.title, new.paper_file, new.paper_sha256, new.pages,
      new.place, new.state, new.made_at, new.agreed_words, new.signed_at, new.sealing_at, new.sealed_file,
      new.sealed_sha256, new.sealed_at, new.certificate_is_whole)
    is not distinct from (old.id, old.domain_id, old.reference, old.title, old.paper_file, old.paper_sha256, old.pages,
      old.place, old.state, old.made_at, old.agreed_words, old.signed_at, old.sealing_at, old.sealed_file,
      old.sealed_sha256, old.sealed_at, old.certificate_is_whole)
  then
    return new;
  end if;
  if (new.id, new.domain_id, new.reference, new.title, new.signer_name, new.signer_email, new.paper_file,
      new.paper_sha256, new.pages, new.place, new.words, new.made_at)
    is distinct from (old.id, old.domain_id, old.reference, old.title, old.signer_name, old.signer_email, old.paper_file,
      old.paper_sha256, old.pages, old.place, old.words, old.made_at)
    or old.state <> 'pending' and (new.state, new.typed_name, new.drawn, new.agreed_words, new.address, new.device,
      new.signed_at, new.identified_by, new.login_changes, new.decline_reason)
    is distinct from (old.state, old.typed_name, old.drawn, old.agreed_words, old.address, old.device, old.signed_at,
      old.identified_by, old.login_changes, old.decline_reason)
    or old.sealing_at is not null and new.sealing_at is distinct from old.sealing_at
    or old.sealed_at is not null
  then
    raise exception 'a signature is not changed afterwards' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function supplement_is_kept() returns trigger
  language plpgsql as $$
begin
  if is_erasing() and (new.signing_id, new.domain_id, new.sealing_at, new.file, new.sha256, new.sealed_at)
    is not distinct from (old.signing_id, old.domain_id, old.sealing_at, old.file, old.sha256, old.sealed_at)
  then
    return new;
  end if;
  if (new.signing_id, new.domain_id, new.sealing_at, new.login_changes)
    is distinct from (old.signing_id, old.domain_id, old.sealing_at, old.login_changes)
    or old.sealed_at is not null
  then
    raise exception 'a supplement is not changed afterwards' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function completed_documents_are_kept() returns trigger
  language plpgsql as $$
begin
  if row(new.domain_id, new.document_id, new.kind, new.name, new.status, new.origin, new.provider, new.provider_id,
      new.center_id, new.template_id, new.file, new.sha256, new.code, new.requested_at, new.signed_at, new.completed_at)
    is distinct from row(old.domain_id, old.document_id, old.kind, old.name, old.status, old.origin, old.provider,
      old.provider_id, old.center_id, old.template_id, old.file, old.sha256, old.code, old.requested_at, old.signed_at,
      old.completed_at)
    or (row(new.signer_name, new.signer_email) is distinct from row(old.signer_name, old.signer_email)
      and not is_erasing())
  then
    raise exception 'Document % is completed and cannot be changed.', old.id
      using errcode = 'insufficient_privilege', constraint = 'completed_documents_are_kept', table = 'documents';
  end if;
  return new;
end $$;

create or replace function checkouts_stay_settled() returns trigger
  language plpgsql as $$
begin
  if is_erasing() and (to_jsonb(new) - '{ordered,message,card_last4}'::text[])
    = (to_jsonb(old) - '{ordered,message,card_last4}'::text[])
  then
    return new;
  end if;
  raise exception 'Checkout % is over.', old.id
    using errcode = 'check_violation', constraint = 'settled_checkouts_stay', table = 'checkouts';
end $$;

-- Work that began before an erasure and would write after it starts again, and then finds no such account.
create function erased_people_get_nothing() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  person integer := case tg_table_name when 'checkouts' then (to_jsonb(new) ->> 'buyer_id')::integer
    else (to_jsonb(new) ->> 'patient_id')::integer end;
begin
  if exists (select from users where id = person and erased_at is not null) then
    raise exception 'Person % was erased.', person using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger erased_patients_get_no_vials after insert on vial_entries
  for each row execute function erased_people_get_nothing();
create trigger erased_buyers_order_nothing after insert on checkouts
  for each row execute function erased_people_get_nothing();

-- Every text of an address or a person in an order reads 'Erased'; the shape stays.
create function erase_texts(part jsonb) returns jsonb
  language sql immutable
  return case jsonb_typeof(part)
    when 'object' then (select coalesce(jsonb_object_agg(key,
        case when jsonb_typeof(value) = 'string' and value <> '""' then '"Erased"' else value end), '{}')
      from jsonb_each(part))
    else part end;

-- Whether a text holds one of these values, whatever the letters' case.
create function mentions_any(words text, searched text[]) returns boolean
  language sql immutable
  return exists (select from unnest(searched) value
    where length(value) >= 3 and position(lower(value) in lower(coalesce(words, ''))) > 0);

-- Overwrites or deletes what identifies this person, in the caller's transaction, and returns the names of files whose
-- bytes must be deleted after the commit. The row of `users` is left to its owner, the capability accounts. What is kept:
-- ids, amounts, times, hashes and chains.
create function erase_person(person integer) returns text[]
  language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  was users;
  erased_name constant text := 'Erased member #' || person;
  erased_email constant text := 'erased-' || person || '@erased.invalid';
  emails text[];
  searched text[];
  papers text[];
  own_documents integer[];
  own_sessions integer[];
  clinics integer[];
  readers integer[];
  files_gone text[] := '{}';
  part text[];
begin
  -- Not in the header, where only a superuser can name a setting of the product.
  perform set_config('app.erasing', 'on', true);
  -- The lock waits for orders and vials that are being written, because each of them refers to this row.
  select * into was from users where id = person for update;
  if not found or not works_for_site(was.domain_id) then
    raise exception 'There is no such person on this site.' using errcode = 'insufficient_privilege';
  end if;
  if cardinality(erasure_obstacles(person)) > 0 then
    raise exception 'Person % cannot be erased: %.', person, array_to_string(erasure_obstacles(person), ', ')
      using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from privacy_requests
    where user_id = person and kind = 'erasure' and state in ('received', 'in_review'))
  then
    raise exception 'Person % has not asked for erasure.', person using errcode = 'insufficient_privilege';
  end if;

  -- Only addresses that the person has proved and no other account has: one that was merely typed is another person's.
  emails := array(select distinct lower(address) from (
    select was.email where was.email_verified_at is not null union all
    select unnest(array[old_email, new_email]) from email_changes
      where user_id = person and applied_at is not null) known (address)
    where not exists (select from users other
      where lower(other.email) = lower(address) and other.id <> person and other.removed_at is null));
  searched := emails || array[was.username, was.last_name || ', ' || was.first_name]
    || array(select value from unnest(array[was.phone_number, was.address1]) value where length(value) >= 6);

  clinics := array(select object_id from relations
    where subject_id = person and kind in ('center', 'referral_center'));
  readers := clinics || array(select object_id from relations where subject_id = person)
    || array(select id from users where plan_id in (7, 10));

  -- Papers, also of the time before the account existed.
  own_documents := array(select id from documents
    where signer_id = person
      or (signer_id is null and domain_id = was.domain_id and lower(signer_email) = any (emails)));
  papers := array(select id from signings
    where domain_id = was.domain_id and lower(signer_email) = any (emails)
      and not exists (select from documents document
        where document.provider = 'builtin' and document.provider_id = signings.id and document.signer_id <> person)
    union select provider_id from documents
      where id = any (own_documents) and provider = 'builtin' and provider_id is not null);
  select array_agg(paper_file) into part from signings where id = any (papers) and state <> 'signed';
  files_gone := files_gone || coalesce(part, '{}');
  delete from signing_links where signing_id = any (papers);
  update signing_events set address = null, device = null
    where signing_id = any (papers) and (address is not null or device is not null);
  update signings set signer_name = erased_name, signer_email = erased_email, words = null, drawn = null,
      login_changes = '{}',
      identified_by = case when mentions_any(identified_by, searched) then 'link sent to the signer' else identified_by end,
      typed_name = case when typed_name is not null then erased_name end,
      address = case when address is not null then '' end,
      device = case when device is not null then '' end,
      decline_reason = case when decline_reason is not null then 'Erased' end
    where id = any (papers);
  update signing_supplements set login_changes = '{}' where signing_id = any (papers) and login_changes <> '{}';
  delete from guest_links where document_id = any (own_documents);
  update documents set signer_name = erased_name, signer_email = erased_email, hidden_at = coalesce(hidden_at, now())
    where id = any (own_documents);

  -- Orders: ids, amounts and dates stay.
  update transactions set billing_address = erase_texts(billing_address), shipping_address = erase_texts(shipping_address),
      receipt_email = erased_email, card_last4 = ''
    where buyer_id = person;
  update transactions set receipt_email = erased_email where patient_id = person and lower(receipt_email) = any (emails);
  update transaction_changes noted set note = 'Erased.'
    from transactions sold
    where sold.id = noted.transaction_id and (sold.buyer_id = person or sold.patient_id = person)
      and mentions_any(noted.note, searched);
  update checkouts set message = '', card_last4 = '',
      ordered = ordered || jsonb_build_object('billing', erase_texts(ordered -> 'billing'),
        'shipping', erase_texts(ordered -> 'shipping'), 'newPatient', erase_texts(ordered -> 'newPatient'),
        'receiptEmail', erased_email)
    where buyer_id = person;
  update checkouts set ordered = ordered || jsonb_build_object('newPatient', erase_texts(ordered -> 'newPatient'))
    where domain_id = was.domain_id and lower(ordered -> 'newPatient' ->> 'email') = any (emails);
  update checkouts set ordered = ordered || jsonb_build_object('receiptEmail', erased_email)
    where domain_id = was.domain_id and lower(ordered ->> 'receiptEmail') = any (emails);
  delete from saved_cards where user_id = person;
  delete from payment_customers where user_id = person;

  -- Labels of a clinic show its address; those of others may name the patient.
  select array_agg(file) into part from labels where (requester_id = person or center_id = person) and file is not null;
  files_gone := files_gone || coalesce(part, '{}');
  update labels set center_email = erased_email, representative = erased_name, doctor_name = '', doctor_email = '',
      doctor_phone = '', other_patient_name = '', address1 = 'Erased', address2 = '', city = 'Erased',
      state_desc = 'Erased', country_desc = 'Erased', zip_code = 'Erased', file = null, made_at = null,
      letter_id = null, notified_at = null
    where requester_id = person or center_id = person;
  -- A name alone may be a namesake's, so it counts only at the clinics of the person.
  update labels set other_patient_name = erased_name
    where center_id = any (clinics) and mentions_any(other_patient_name, searched);
  update labels set doctor_name = '', doctor_email = '', doctor_phone = ''
    where domain_id = was.domain_id and lower(doctor_email) = any (emails);
  update vial_entries set note = 'Erased.' where patient_id = person and mentions_any(note, searched);
  delete from locations where user_id = person;

  -- Letters to the person lose their words, and those to others that name the person do too.
  update letters set recipient = erased_email,
      subject = case when mentions_any(subject, searched) then 'Erased' else subject end,
      text_body = '', html_body = '', sealed = false
    where user_id = person or (domain_id = was.domain_id and lower(recipient) = any (emails));
  -- A letter that still waits is another person's business.
  update letters set subject = case when mentions_any(subject, searched) then 'Erased' else subject end,
      text_body = '', html_body = '', sealed = false
    where domain_id = was.domain_id and coalesce(sent_at, refused_at) is not null
      and (mentions_any(text_body, emails) or mentions_any(subject, emails)
        or (user_id = any (readers) and (mentions_any(text_body, searched) or mentions_any(subject, searched))));

  -- The login, and from where it was used.
  delete from passkeys where user_id = person;
  delete from totp_secrets where user_id = person;
  delete from recovery_codes where user_id = person;
  delete from login_challenges where user_id = person;
  delete from known_devices where user_id = person;
  delete from one_time_passwords where user_id = person;
  delete from mailed_codes where user_id = person;
  delete from account_keys where user_id = person;
  delete from credential_holds where user_id = person;
  delete from email_changes where user_id = person;
  update account_visits set reason = null where user_id = person;
  delete from request_origins origin using audit_log entry
    where entry.actor_id = person and encode(origin.hash, 'hex') = entry.facts ->> 'origin_hash';
  own_sessions := array(select id from sessions where user_id = person or actor_id = person);
  delete from login_as_codes where target_id = person or session_id = any (own_sessions);
  update agreement_acceptances set address = '' where user_id = person;
  -- A session in which the agreement was accepted is evidence, and stays without its device and network.
  delete from sessions where id = any (own_sessions)
    and not exists (select from agreement_acceptances where session_id = sessions.id)
    and not exists (select from sessions child join agreement_acceptances accepted on accepted.session_id = child.id
      where child.parent_id = sessions.id)
    and not exists (select from sessions child where child.parent_id = sessions.id and child.id <> all (own_sessions));
  update sessions set device = '', address = null, reason = null, device_hash = null,
      ended_at = coalesce(ended_at, now()), ended_why = coalesce(ended_why, 'account deleted')
    where id = any (own_sessions);

  -- Files of the person, except papers and what is published.
  select array_agg(name) into part from files
    where owner_id = person and not exists (select from documents where file = files.name)
      and not exists (select from asset_items where file = files.name)
      and not exists (select from labels where file = files.name)
      and not exists (select from domains where logo = files.name);
  files_gone := files_gone || coalesce(part, '{}');
  delete from files where name = any (files_gone);
  update files set given_name = '' where owner_id = person or uploaded_by = person
    or name in (select file from documents where id = any (own_documents));

  select array_agg(file) into part from privacy_requests where user_id = person and file is not null;
  files_gone := files_gone || coalesce(part, '{}');
  update privacy_requests set text = '', answer = case when answer <> '' then 'Erased.' else '' end,
      file = null, file_bytes = null
    where user_id = person;
  update legal_holds set reason = 'Erased.' where user_id = person;

  insert into person_keys (user_id, domain_id, wrapped, destroyed_at) values (person, was.domain_id, null, now())
    on conflict (user_id) do update set wrapped = null, destroyed_at = coalesce(person_keys.destroyed_at, now());
  perform set_config('app.erasing', '', true);
  return files_gone;
end $$;
revoke all on function erase_person(integer) from public;
grant execute on function erase_person(integer) to vialkeep_platform, vialkeep_tenant;
