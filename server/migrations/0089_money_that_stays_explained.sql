-- online
-- What the money part keeps of refusals, requests, withdrawals and won disputes, and payments of a run by few statements.

-- Why the gateway did not take the card, so that every request for the same order gets the same refusal.
alter table checkouts add column card_refusal text;
alter table checkouts add constraint a_refused_card_was_not_charged
  check (card_refusal is null or (state = 'given_up' and card_refusal in ('card_token_expired', 'card_refused'))) not valid;
grant update (card_refusal) on checkouts to vialkeep_platform, vialkeep_tenant;

-- The request to write a difference off, while it is being given back: where that fails, the request is there again.
alter table reconciliation_items
  add column write_off_by integer,
  add column write_off_note text not null default '';
alter table reconciliation_items
  add constraint write_off_by_an_account foreign key (write_off_by) references users not valid,
  add constraint write_off_notes_are_short check (length(write_off_note) <= 1000) not valid;
grant update (write_off_by, write_off_note) on reconciliation_items to vialkeep_platform, vialkeep_tenant;

create or replace function resolved_items_stay() returns trigger
  language plpgsql as $$
begin
  if is_erasing() and to_jsonb(new) - '{note,write_off_note}'::text[] = to_jsonb(old) - '{note,write_off_note}'::text[] then
    return new;
  end if;
  raise exception 'Difference % is resolved.', old.id
    using errcode = 'check_violation', constraint = 'resolved_items_stay', table = 'reconciliation_items';
end $$;

create or replace function erase_reconciliation_notes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  searched text[] := array[old.email, old.username, old.first_name, old.last_name, old.phone_number];
begin
  perform set_config('app.erasing', 'on', true);
  update reconciliation_items noted
    set note = case when mentions_any(noted.note, searched) then 'Erased.' else noted.note end,
      write_off_note = case when mentions_any(noted.write_off_note, searched) then 'Erased.' else noted.write_off_note end
    where (mentions_any(noted.note, searched) or mentions_any(noted.write_off_note, searched)) and (
      exists (select from transactions sold
        where sold.id = noted.transaction_id and (sold.buyer_id = old.id or sold.patient_id = old.id))
      -- an orphan belongs to no transaction, only to the attempt with its reference
      or exists (select from checkouts attempt
        where attempt.reference = noted.reference and noted.reference <> '' and attempt.buyer_id = old.id)
      or exists (select from storage_charges charge join storage_invoices invoice on invoice.id = charge.invoice_id
          join storage_enrolments plan on plan.id = invoice.enrolment_id
        where plan.patient_id = old.id and (charge.reference = nullif(noted.reference, '')
          or (charge.gateway = noted.gateway and charge.gateway_id = noted.gateway_id))));
  perform set_config('app.erasing', '', true);
  return null;
end $$;

-- A payout run of a large site has hundreds of thousands of lines. Its payment is a fixed number of statements, and the
-- triggers of it compare rows without a call for each of them.

-- Every column but payout_id, paid_on and paid_how; a column that is added later is added here. The function refuses.
drop trigger commission_lines_are_kept on commission_lines;
create trigger commission_lines_are_kept before update on commission_lines
  for each row when ((old.id, old.domain_id, old.person_id, old.level, old.kind, old.transaction_id, old.refund_id,
      old.rule_id, old.of_line_id, old.version, old.base_cents, old.rate_bp, old.piece_cents, old.quantity, old.cents,
      old.earned_on, old.payable_on, old.retained, old.reason, old.made_by, old.at, old.born_paid)
    is distinct from (new.id, new.domain_id, new.person_id, new.level, new.kind, new.transaction_id, new.refund_id,
      new.rule_id, new.of_line_id, new.version, new.base_cents, new.rate_bp, new.piece_cents, new.quantity, new.cents,
      new.earned_on, new.payable_on, new.retained, new.reason, new.made_by, new.at, new.born_paid))
  execute function commission_line_is_kept();

-- Groups the rows before and after instead of joining them: the plan of a trigger is kept for the session, and one that was
-- made for a single line would compare each line with each other.
create or replace function commission_payment_follows() returns trigger
  language plpgsql as $$
declare
  sales integer[] := array(select distinct transaction_id from (
    select id, transaction_id, paid_on is null as is_unpaid from changed
    union all select id, transaction_id, paid_on is null from previous
  ) both_times where transaction_id is not null group by id, transaction_id, is_unpaid having count(*) = 1);
begin
  if cardinality(sales) > 0 then
    perform set_commission_paid(sales);
  end if;
  return null;
end $$;

-- A correction is tallied once, with what it takes away and what it adds; a sum that stays as it is is not written.
create function correct_sales_totals() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with corrected as (
    select 1 as sign, * from becomes union all select -1, * from was
  ), sums as materialized (
    select sold.domain_id, key.kind, key.value, day_of(sold.date) as day, coalesce(key.part, 0) as part,
      sum(sold.sign) as n, sum(sold.sign * sold.amount_cents) as cents,
      coalesce(sum(sold.sign) filter (where not commission_paid), 0) as unpaid_n,
      coalesce(sum(sold.sign * sold.amount_cents) filter (where not commission_paid), 0) as unpaid_cents
    from corrected sold, sales_total_keys(sold.product_id, sold.center_id, sold.referral_center_id, sold.rep_id,
      sold.manager_id, sold.distributor_id, sold.affiliate_id) key
    where key.value is not null
    group by 1, 2, 3, 4, 5
    having sum(sold.sign) <> 0 or sum(sold.sign * sold.amount_cents) <> 0
      or coalesce(sum(sold.sign) filter (where not commission_paid), 0) <> 0
      or coalesce(sum(sold.sign * sold.amount_cents) filter (where not commission_paid), 0) <> 0
  ), days as (
    insert into transaction_tallies (domain_id, kind, value, day, part, n, cents, unpaid_n, unpaid_cents)
    select domain_id, kind, value, day, part, n, cents, unpaid_n, unpaid_cents from sums
    order by kind, value, domain_id, day, part
    on conflict (kind, value, domain_id, day, part) do update set
      n = transaction_tallies.n + excluded.n,
      cents = transaction_tallies.cents + excluded.cents,
      unpaid_n = transaction_tallies.unpaid_n + excluded.unpaid_n,
      unpaid_cents = transaction_tallies.unpaid_cents + excluded.unpaid_cents
  )
  insert into transaction_months (domain_id, kind, value, month, part, n, cents, unpaid_n, unpaid_cents)
  select domain_id, kind, value, month_of(day), part, sum(n), sum(cents), sum(unpaid_n), sum(unpaid_cents) from sums
  group by 1, 2, 3, 4, 5
  order by kind, value, domain_id, 4, part
  on conflict (kind, value, domain_id, month, part) do update set
    n = transaction_months.n + excluded.n,
    cents = transaction_months.cents + excluded.cents,
    unpaid_n = transaction_months.unpaid_n + excluded.unpaid_n,
    unpaid_cents = transaction_months.unpaid_cents + excluded.unpaid_cents;
  return null;
end $$;
revoke execute on function correct_sales_totals() from public;
drop trigger corrections_are_tallied_off on transactions;
drop trigger corrections_are_tallied_on on transactions;
create trigger corrections_are_tallied after update on transactions referencing old table as was new table as becomes
  for each statement execute function correct_sales_totals();

-- Posts several entries of one kind by two statements, with the checks of `post_entry`.
create function post_entries(site integer, entry_kind text, words text, entry_keys text[], entry_lines jsonb[])
  returns table (entry_key text, entry_digest bytea)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ordered jsonb[];
  wanted  bytea[];
begin
  if not works_for_site(site) then
    raise exception 'This connection does not work for site %', site using errcode = 'insufficient_privilege';
  end if;
  if entry_kind = 'sale' or exists (select from unnest(entry_keys) key where key like 'sale:%') then
    raise exception 'A sale is posted with its transaction' using errcode = 'insufficient_privilege';
  end if;
  select array_agg(entry.lines order by entry.n), array_agg(journal_digest(entry_kind, entry.key, entry.lines) order by entry.n)
    into ordered, wanted
    from (
      select asked.key, asked.n, (
        select jsonb_agg(jsonb_build_array(line.account, line.cents, line.person_id, line.transaction_id, line.product_id)
          order by line.n)
        from rows from (jsonb_to_recordset(asked.lines)
          as (account integer, cents bigint, person_id integer, transaction_id integer, product_id integer))
          with ordinality as line (account, cents, person_id, transaction_id, product_id, n)) as lines
      from unnest(entry_keys, entry_lines) with ordinality asked (key, lines, n)
    ) entry;
  with asked as materialized (
    select * from unnest(entry_keys, ordered, wanted) with ordinality asked (key, lines, digest, n)
  ), posted as (
    insert into journal_entries (domain_id, kind, key, memo, digest)
    select site, entry_kind, key, words, digest from asked order by n
    on conflict (key) do nothing
    returning id, key
  )
  insert into journal_lines (entry_id, n, domain_id, account, cents, person_id, transaction_id, product_id)
  select posted.id, line.n, site, (line.value ->> 0)::integer, (line.value ->> 1)::bigint,
    (line.value ->> 2)::integer, (line.value ->> 3)::integer, (line.value ->> 4)::integer
  from posted join asked on asked.key = posted.key,
    lateral jsonb_array_elements(asked.lines) with ordinality line (value, n);
  return query select entry.key, entry.digest from unnest(entry_keys, wanted) asked (key, digest)
    join journal_entries entry on entry.key = asked.key and entry.domain_id = site and entry.digest = asked.digest;
  if (select count(*) from unnest(entry_keys, wanted) asked (key, digest) join journal_entries entry
      on entry.key = asked.key and entry.domain_id = site and entry.digest = asked.digest) < cardinality(entry_keys)
  then
    raise exception 'A journal key belongs to another entry'
      using errcode = 'unique_violation', constraint = 'journal_key_reused';
  end if;
end $$;
revoke execute on function post_entries(integer, text, text, text[], jsonb[]) from public;
grant execute on function post_entries(integer, text, text, text[], jsonb[]) to vialkeep_platform, vialkeep_tenant;

create or replace function pay_payout_people(run integer, people integer[], paid_day date, words text)
  returns table (person_id integer, cents bigint, digest text)
  language plpgsql as $$
declare
  site    integer;
  payees  integer[];
  amounts bigint[];
begin
  select domain_id into site from payout_runs where id = run;
  select array_agg(due.person_id order by due.person_id), array_agg(due.cents order by due.person_id)
    into payees, amounts
    from payout_people due
    where due.run_id = run and due.state = 'due' and (people is null or due.person_id = any (people));
  if payees is not null then
    -- A join with the people, of whom a new run has none in the statistics, would look at each of them for each line.
    update commission_lines line set paid_on = paid_day, paid_how = 'run'
      where line.payout_id = run and line.person_id = any (payees) and line.paid_on is null;
    update payout_people paid set state = 'paid', paid_on = paid_day, reference = words
      where paid.run_id = run and paid.person_id = any (payees);
    return query select payee.id, payee.cents, encode(posted.entry_digest, 'hex')
      from unnest(payees, amounts) payee (id, cents)
      join post_entries(site, 'payout', 'Commission paid by payout run #' || run,
        array(select 'paid:' || run || ':' || id from unnest(payees) id),
        array(select payout_entry_lines(due.id, due.cents) from unnest(payees, amounts) due (id, cents))) posted
        on posted.entry_key = 'paid:' || run || ':' || payee.id
      order by payee.id;
  end if;
  perform end_payout_run(run);
end $$;

-- A plan that was adopted for a day to come can be withdrawn before that day. It stays as it was written, and the plan
-- that had ended the day before it has no end again.
alter table commission_plans
  add column withdrawn_by integer references users,
  add column withdrawn_at timestamptz,
  drop constraint commission_plans_state_check,
  drop constraint an_adoption_has_a_time,
  add constraint commission_plans_state_check check (state in ('draft', 'adopted', 'withdrawn')),
  add constraint an_adoption_has_a_time check ((state <> 'draft') = (adopted_at is not null)),
  add constraint a_withdrawal_has_a_time check ((state = 'withdrawn') = (withdrawn_at is not null));

create or replace function commission_plan_is_kept() returns trigger
  language plpgsql as $$
declare
  changed text[];
begin
  if old.state = 'draft' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' then
    changed := array(select key from jsonb_each(to_jsonb(new)) now_is
      where now_is.value is distinct from to_jsonb(old) -> now_is.key);
    if cardinality(changed) = 0 or old.state = 'adopted' and (
      changed = '{ends_on}' and (old.ends_on is null
        or new.ends_on is null and old.ends_on >= day_of(now()) - 1 and exists (select from commission_plans later
          where later.state = 'withdrawn' and later.withdrawn_at = now() and later.starts_on = old.ends_on + 1
            and later.domain_id is not distinct from old.domain_id))
      or new.state = 'withdrawn' and changed <@ '{state,version,withdrawn_by,withdrawn_at}'
        and old.starts_on > day_of(now()) and old.ends_on is null)
    then
      return new;
    end if;
  end if;
  raise exception 'Plan % is %', old.id, old.state
    using errcode = 'check_violation', constraint = 'adopted_plans_are_kept', table = 'commission_plans';
end $$;

create or replace function commission_rule_is_kept() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from commission_plans where state <> 'draft'
    and id in (case when tg_op <> 'INSERT' then old.plan_id end, case when tg_op <> 'DELETE' then new.plan_id end))
  then
    raise exception 'The plan of this rule is adopted'
      using errcode = 'check_violation', constraint = 'adopted_plans_are_kept', table = 'commission_rules';
  end if;
  if tg_op <> 'DELETE' and not exists (select from commission_plans
    where id = new.plan_id and domain_id is not distinct from new.domain_id)
  then
    raise exception 'The plan of this rule is of another site'
      using errcode = 'insufficient_privilege', constraint = 'rules_are_of_their_plan', table = 'commission_rules';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
