-- How the e-mail of an account changes, and which addresses keep no other account from using them.

-- Opened at sign-up by the person who uses it, and not by another person. Existing accounts count as made by others.
alter table users add column self_made boolean not null default false;

create table email_changes (
  id             integer generated always as identity primary key,
  domain_id      integer not null references domains,
  user_id        integer not null,
  -- a person's change waits; an administrator's is applied as it is written
  asked_by       text not null check (asked_by in ('person', 'administrator')),
  -- the address that undoing brings back
  old_email      text not null,
  new_email      text not null,
  -- the session that asked goes on when the change is applied; no reference, because old sessions are deleted
  session_id     integer,
  created_at     timestamptz not null default now(),
  -- null: the letters are still to be written
  letters_at     timestamptz,
  expires_at     timestamptz not null default now() + interval '24 hours',
  -- by the new address
  confirmed_at   timestamptz,
  approved_at    timestamptz,
  approved_by    text check (approved_by in ('password', 'old address')),
  applied_at     timestamptz,
  undo_until     timestamptz,
  -- tells whether the password was replaced after the change was applied
  password_print bytea check (octet_length(password_print) = 32),
  ended_at       timestamptz,
  ended_why      text check (ended_why in ('withdrawn', 'undone', 'replaced', 'taken', 'account removed')),
  constraint email_change_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint an_approval_says_how check ((approved_at is null) = (approved_by is null)),
  constraint what_is_applied_can_be_undone check ((applied_at is null) = (undo_until is null)),
  constraint an_own_change_needs_both check
    (applied_at is null or asked_by = 'administrator' or (confirmed_at is not null and approved_at is not null)),
  constraint an_ended_change_says_why check ((ended_at is null) = (ended_why is null))
);
create unique index email_changes_one_open on email_changes (user_id) where applied_at is null and ended_at is null;
create index email_changes_of_user on email_changes (user_id, id);
create index email_changes_old_addresses on email_changes (lower(old_email))
  where applied_at is not null and ended_at is null;
call isolate('email_changes');
grant select, insert, update on email_changes to vialkeep_platform, vialkeep_tenant;

-- Whether undoing a change of another account would bring this address back.
create function email_is_reserved(address text, for_user integer) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select exists (
      select from email_changes change join users owner on owner.id = change.user_id
      where lower(change.old_email) = lower(address) and change.user_id is distinct from for_user
        and change.applied_at is not null and change.ended_at is null and change.undo_until > now()
        and owner.removed_at is null);
  end;
revoke all on function email_is_reserved(text, integer) from public;

-- An old address stays reserved as long as it can come back. After the row, because only then the index of addresses has
-- waited for a change that was being applied at the same moment.
create function reserve_old_addresses() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if email_is_reserved(new.email, new.id) then
    raise exception 'This e-mail is reserved for an account that can still take it back.'
      using errcode = 'unique_violation', constraint = 'users_email_once', table = 'users';
  end if;
  return null;
end $$;
create trigger users_reserve_old_addresses after insert or update of email on users
  for each row execute function reserve_old_addresses();

-- An account that a person opened for themself with an address that they never confirmed, and that nothing depends on.
create function may_be_released(account users) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select account.self_made and account.email_verified_at is null and account.removed_at is null
      and not exists (select from transactions where buyer_id = account.id)
      and not exists (select from transactions where center_id = account.id)
      and not exists (select from transactions where referral_center_id = account.id)
      and not exists (select from transactions where patient_id = account.id)
      and not exists (select from transactions where staff_id = account.id)
      and not exists (select from transactions where rep_id = account.id)
      and not exists (select from transactions where manager_id = account.id)
      and not exists (select from transactions where distributor_id = account.id)
      and not exists (select from transactions where affiliate_id = account.id)
      and not exists (select from checkouts where buyer_id = account.id)
      and not exists (select from vials where patient_id = account.id)
      and not exists (select from vial_entries where patient_id = account.id)
      and not exists (select from custody_events where patient_id = account.id)
      and not exists (select from documents where signer_id = account.id)
      and not exists (select from documents where center_id = account.id)
      and not exists (select from labels where requester_id = account.id or center_id = account.id)
      and not exists (select from label_patients where patient_id = account.id)
      and not exists (select from coupons where harvest_center_id = account.id)
      and not exists (select from relations where object_id = account.id and ended_at is null and approved_at is not null);
  end;
revoke all on function may_be_released(users) from public;

-- U-23, and no address blocks that only such an account has. `for_user` may have it already.
create function email_is_taken(address text, for_user integer) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select email_is_reserved(address, for_user) or exists (
      select from users account
      where lower(account.email) = lower(address) and account.removed_at is null
        and account.id is distinct from for_user and not may_be_released(account));
  end;
revoke all on function email_is_taken(text, integer) from public;
grant execute on function email_is_taken(text, integer) to vialkeep_platform, vialkeep_tenant;

create or replace function email_is_taken(address text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  begin atomic
    select email_is_taken(address, null);
  end;

-- Removes the account that has this address, where it may be, in the caller's transaction. As the owner, because the
-- account may be one of another site, whose log then says so without naming who asked.
create function release_unconfirmed_address(address text, for_user integer, request text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  account users;
  ended text[];
begin
  select * into account from users
    where lower(email) = lower(address) and removed_at is null and id is distinct from for_user
    for no key update;
  if not found or not may_be_released(account) then
    return null;
  end if;
  with over as (
    update relations set ended_at = now()
    where ended_at is null and (subject_id = account.id or object_id = account.id)
    returning kind, object_id)
  select array_agg(kind || ' ' || object_id) into ended from over;
  update sessions set ended_at = now(), ended_why = 'account deleted'
    where ended_at is null and (user_id = account.id or actor_id = account.id);
  update one_time_passwords set used_at = now() where user_id = account.id and used_at is null;
  update account_keys set ended_at = now() where user_id = account.id and used_at is null and ended_at is null;
  update email_changes set ended_at = now(), ended_why = 'account removed'
    where user_id = account.id and ended_at is null;
  update users set removed_at = now(), is_active = false, version = version + 1 where id = account.id;
  insert into audit_log (domain_id, action, subject, subject_id, facts, request_id)
    values (account.domain_id, 'email_changes.release', 'user', account.id::text,
      jsonb_build_object('ended', coalesce(to_jsonb(ended), '[]')), request);
  return account.id;
end $$;
revoke all on function release_unconfirmed_address(text, integer, text) from public;
grant execute on function release_unconfirmed_address(text, integer, text) to vialkeep_platform, vialkeep_tenant;
