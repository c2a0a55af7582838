-- How a signer was identified, the links of letters, and the supplements to certificates that lack a line.

-- The way by which a link was opened. Links of earlier versions do not tell.
alter table signing_links
  add column opened_by text,
  add column session_id integer references sessions on delete cascade,
  add column sent_to text,
  add constraint ways_to_a_link check (opened_by in ('session', 'letter', 'sign_up')),
  add constraint a_session_opens_its_links check ((session_id is not null) = (opened_by is not distinct from 'session')),
  add constraint a_letter_has_an_address check ((sent_to is not null) = (opened_by is not distinct from 'letter'));
create index signing_links_of_session on signing_links (session_id) where session_id is not null;

alter table signings
  -- in the words of the certificate, fixed with the signature
  add column identified_by text,
  add column login_changes text[] not null default '{}',
  -- false for what was sealed by earlier versions, whose certificates lack the line 'Signed'
  add column certificate_is_whole boolean not null default false,
  add constraint who_signed_is_known_with_the_signature check
    (signed_at is not null or (identified_by is null and login_changes = '{}')),
  add constraint only_sealed_certificates_are_whole check (not certificate_is_whole or sealed_at is not null);
create index signings_to_supplement on signings (id) where sealed_at is not null and not certificate_is_whole;
create index signings_by_sealed_file on signings (sealed_sha256) where sealed_sha256 is not null;
create unique index a_paper_is_signed_once on signing_events (signing_id) where kind = 'signed';

create or replace function signing_is_kept() returns trigger
  language plpgsql as $$
begin
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

-- One page for each paper whose certificate is not whole. The row is made before the page, with the moment of sealing,
-- so that sealing again gives the same file.
create table signing_supplements (
  signing_id    text primary key references signings,
  domain_id     integer not null references domains,
  sealing_at    timestamptz not null default now(),
  -- what the audit log told of the signer's login at that moment
  login_changes text[] not null,
  file          text unique,
  sha256        text unique check (sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at     timestamptz,
  constraint a_supplement_is_whole check ((sealed_at is null) = (file is null) and (sealed_at is null) = (sha256 is null))
);

create function supplement_is_kept() returns trigger
  language plpgsql as $$
begin
  if (new.signing_id, new.domain_id, new.sealing_at, new.login_changes)
    is distinct from (old.signing_id, old.domain_id, old.sealing_at, old.login_changes)
    or old.sealed_at is not null
  then
    raise exception 'a supplement is not changed afterwards' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger supplements_are_kept before update on signing_supplements
  for each row execute function supplement_is_kept();
create trigger supplements_stay before delete or truncate on signing_supplements
  for each statement execute function refuse_change();

-- What a letter's link carries in place of the document's own id. Only its hash is kept.
create table guest_links (
  alias_hash  bytea primary key check (octet_length(alias_hash) = 32),
  domain_id   integer not null references domains,
  document_id integer not null references documents,
  -- the address that the letter went to
  sent_to     text not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  ended_at    timestamptz
);
create unique index one_open_guest_link on guest_links (document_id) where ended_at is null;
create index guest_links_of on guest_links (document_id);

-- Letters already sent carry the document's own id; they stay good for as long as they were, at most 30 more days.
insert into guest_links (alias_hash, domain_id, document_id, sent_to, created_at, expires_at)
select sha256(convert_to(document.document_id, 'UTF8')), document.domain_id, document.id,
  coalesce(account.email, document.signer_email), document.emailed_at,
  least(document.emailed_at + interval '60 days', now() + interval '30 days')
from documents document left join users account on account.id = document.signer_id
where document.status = 'Pending' and document.hidden_at is null and document.kind <> 'hc_attestation'
  and document.emailed_at > now() - interval '60 days';

call isolate('signing_supplements');
call isolate('guest_links');
grant select, insert, update on signing_supplements to vialkeep_platform;
grant select on signing_supplements to vialkeep_tenant;
grant select, insert, update on guest_links to vialkeep_platform, vialkeep_tenant;
