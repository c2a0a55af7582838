-- online
-- Payout runs: what is payable is collected, approved, paid and, where a payment comes back, payable again.

create table payout_runs (
  id          integer generated always as identity primary key,
  domain_id   integer not null references domains,
  -- lines that were written later wait for another run
  cutoff      date not null,
  state       text not null default 'draft' check (state in ('draft', 'approved', 'paid', 'cancelled')),
  made_by     integer references users,
  made_at     timestamptz not null default now(),
  -- of the last approval, also while the run is a draft again
  approved_by integer references users,
  approved_at timestamptz,
  -- a run that became a draft again is approved once more
  approvals   integer not null default 0,
  -- of the file for bank or payroll, from its first download on
  file_sha256 bytea check (octet_length(file_sha256) = 32),
  version     integer not null default 1,
  unique (id, domain_id),
  constraint an_approval_has_a_time check ((approved_by is null) = (approved_at is null)),
  constraint an_approved_run_has_an_approver check (state <> 'approved' or approved_by is not null)
);
create index payout_runs_of_site on payout_runs (domain_id, id desc);
create index payout_runs_to_approve on payout_runs (domain_id) where state = 'draft';

create table payout_people (
  run_id          integer not null,
  person_id       integer not null references users,
  domain_id       integer not null,
  cents           bigint not null check (cents > 0),
  state           text not null default 'due' check (state in ('due', 'paid', 'returned')),
  paid_on         date,
  -- of the payment, at bank or payroll
  reference       text not null default '' check (length(reference) <= 100),
  -- what the file says, kept from the approval on so that the file stays the same; who was paid before a later approval
  -- is not in the file of that one
  approval        integer not null default 0,
  payee_name      text check (length(payee_name) <= 500),
  payee_reference text check (length(payee_reference) <= 40),
  returned_at     timestamptz,
  -- why the payment came back
  note            text not null default '' check (length(note) <= 1000),
  primary key (run_id, person_id),
  constraint person_of_run foreign key (run_id, domain_id) references payout_runs (id, domain_id),
  constraint a_paid_person_has_a_day check (state <> 'paid' or paid_on is not null),
  constraint a_due_person_has_none check (state <> 'due' or paid_on is null),
  constraint a_return_has_a_time check ((state = 'returned') = (returned_at is not null))
);
create index payout_people_of_person on payout_people (person_id, run_id);

-- People whose sum was negative or below the least payout when a run was made.
create table payout_carried_over (
  run_id    integer not null,
  person_id integer not null references users,
  domain_id integer not null,
  cents     bigint not null check (cents <> 0),
  primary key (run_id, person_id),
  constraint carried_over_by_run foreign key (run_id, domain_id) references payout_runs (id, domain_id)
);
create index payout_carried_over_of_person on payout_carried_over (person_id, run_id);

-- The number of a payee at bank or payroll; no account number is kept.
create table payee_references (
  user_id    integer not null references users,
  domain_id  integer not null references domains,
  reference  text not null check (length(reference) between 1 and 40),
  changed_by integer references users,
  changed_at timestamptz not null default now(),
  primary key (user_id, domain_id)
);

call isolate('payout_runs');
call isolate('payout_people');
call isolate('payout_carried_over');
call isolate('payee_references');
grant select, insert, update (state, approved_by, approved_at, approvals, file_sha256, version) on payout_runs
  to vialkeep_platform, vialkeep_tenant;
grant select, insert, delete,
  update (cents, state, paid_on, reference, approval, payee_name, payee_reference, returned_at, note) on payout_people
  to vialkeep_platform, vialkeep_tenant;
grant select, insert on payout_carried_over to vialkeep_platform, vialkeep_tenant;
grant select, insert, update, delete on payee_references to vialkeep_platform, vialkeep_tenant;

-- A run of another site holds no line.
alter table commission_lines add constraint line_of_run foreign key (payout_id, domain_id)
  references payout_runs (id, domain_id);

-- A line is in one run: it leaves a run before another takes it, and what is paid enters none.
create function line_is_in_one_run() returns trigger
  language plpgsql as $$
begin
  if old.payout_id is not null or old.paid_on is not null then
    raise exception 'Commission line % is paid or in run %', old.id, old.payout_id
      using errcode = 'check_violation', constraint = 'a_line_is_in_one_run', table = 'commission_lines';
  end if;
  return new;
end $$;
create trigger a_line_is_in_one_run before update of payout_id on commission_lines
  for each row when (new.payout_id is not null and new.payout_id is distinct from old.payout_id)
  execute function line_is_in_one_run();

-- A run that was paid or cancelled stays so, and its file stays the same until it is a draft again.
create function payout_run_is_kept() returns trigger
  language plpgsql as $$
begin
  if (new.id, new.domain_id, new.cutoff, new.made_by, new.made_at)
      is distinct from (old.id, old.domain_id, old.cutoff, old.made_by, old.made_at)
    or old.state in ('paid', 'cancelled') and (new.state, new.approved_by, new.approved_at)
      is distinct from (old.state, old.approved_by, old.approved_at)
    or old.file_sha256 is not null and new.file_sha256 is distinct from old.file_sha256 and new.state <> 'draft'
  then
    raise exception 'Payout run % is kept', old.id
      using errcode = 'check_violation', constraint = 'payout_runs_are_kept', table = 'payout_runs';
  end if;
  return new;
end $$;
create trigger payout_runs_are_kept before update on payout_runs
  for each row execute function payout_run_is_kept();
create trigger payout_runs_stay before delete or truncate on payout_runs
  for each statement execute function refuse_change();
create trigger payout_carried_over_is_kept before update or delete or truncate on payout_carried_over
  for each statement execute function refuse_change();

-- A payment is kept as it was; only its return is noted. An erasure removes the words about the person.
create function payout_person_is_kept() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'due' then
      raise exception 'Payment % of run % is kept', old.person_id, old.run_id
        using errcode = 'check_violation', constraint = 'payments_are_kept', table = 'payout_people';
    end if;
    return old;
  end if;
  if (new.run_id, new.person_id, new.domain_id) is distinct from (old.run_id, old.person_id, old.domain_id)
    or old.state <> 'due' and not is_erasing() and ((new.cents, new.paid_on, new.reference, new.approval, new.payee_name, new.payee_reference)
        is distinct from (old.cents, old.paid_on, old.reference, old.approval, old.payee_name, old.payee_reference)
      or new.state = 'due' or old.state = 'returned' and new is distinct from old)
  then
    raise exception 'Payment % of run % is kept', old.person_id, old.run_id
      using errcode = 'check_violation', constraint = 'payments_are_kept', table = 'payout_people';
  end if;
  return new;
end $$;
create trigger payments_are_kept before update or delete on payout_people
  for each row execute function payout_person_is_kept();

create function erase_payee() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.erasing', 'on', true);
  update payout_people set note = case note when '' then '' else 'Erased' end,
      payee_name = case when payee_name is not null then 'Erased' end,
      payee_reference = case when payee_reference is not null then '' end
    where person_id = new.id;
  perform set_config('app.erasing', '', true);
  delete from payee_references where user_id = new.id;
  return null;
end $$;
revoke execute on function erase_payee() from public;
create trigger erased_people_leave_no_payee after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_payee();

-- Sets the checkbox of sales by their lines. The sales are locked first, because another unit of work may pay other lines of
-- them; the next statement sees those.
create function set_commission_paid(sales integer[]) returns void
  language plpgsql as $$
begin
  perform from transactions where id = any (sales) order by id for no key update;
  update transactions sold set commission_paid = due.is_paid, version = sold.version + 1
  from (
    select line.transaction_id as id, bool_and(line.retained or line.paid_on is not null) as is_paid
    from commission_lines_in_force line where line.transaction_id = any (sales) group by 1
  ) due
  where sold.id = due.id and sold.commission_paid <> due.is_paid;
end $$;

create or replace function commission_paid_follows() returns trigger
  language plpgsql as $$
begin
  perform set_commission_paid(array(select transaction_id from changed));
  return null;
end $$;

-- A line that enters or leaves a run is not paid by that: its sale is not locked, because the unit of work may hold a run.
create function commission_payment_follows() returns trigger
  language plpgsql as $$
begin
  perform set_commission_paid(array(select changed.transaction_id from changed join previous using (id)
    where (changed.paid_on is null) <> (previous.paid_on is null)));
  return null;
end $$;
drop trigger payments_set_commission_paid on commission_lines;
create trigger payments_set_commission_paid after update on commission_lines
  referencing old table as previous new table as changed
  for each statement execute function commission_payment_follows();

-- What a run of a site may take: written until the cutoff, due, not asked about, unpaid, and in no run.
create function payable_lines(site integer, cutoff date) returns table (id integer, person_id integer, cents bigint)
  language sql stable as $$
  select line.id, line.person_id, line.cents from commission_lines line
  where line.domain_id = site and line.paid_on is null and not line.retained and line.payout_id is null
    and line.payable_on <= day_of(now()) and line.earned_on <= cutoff
    and not exists (select from commission_disputes dispute where dispute.line_id = line.id and dispute.state = 'open')
$$;

-- Every unit of work locks in one order: sales, runs, lines, totals of sales, journal. Lines enter and leave a run while
-- their sale or their run is locked.

-- Makes a run of everything payable; null where no person has the least sum. What is payable is read again once it is
-- locked, so that a question or a payment of this moment is seen; what is written meanwhile waits for another run.
create function make_payout_run(site integer, cutoff_day date, least_cents bigint, maker integer) returns integer
  language plpgsql as $$
declare
  run      integer;
  line_ids integer[];
  least    bigint := greatest(least_cents, 1);
begin
  perform pg_advisory_xact_lock(6301, site);
  line_ids := array(select id from payable_lines(site, cutoff_day));
  perform from transactions sold
    where sold.id in (select line.transaction_id from commission_lines line where line.id = any (line_ids))
    order by sold.id for no key update;
  perform from commission_lines line where line.id = any (line_ids) order by line.id for update;
  line_ids := array(select id from payable_lines(site, cutoff_day) where id = any (line_ids));
  if not exists (select from commission_lines where id = any (line_ids) group by person_id having sum(cents) >= least) then
    return null;
  end if;
  insert into payout_runs (domain_id, cutoff, made_by) values (site, cutoff_day, maker) returning id into run;
  with sums as (
    select line.person_id, sum(line.cents) as cents from commission_lines line where line.id = any (line_ids) group by 1
  ), people as (
    insert into payout_people (run_id, person_id, domain_id, cents)
    select run, sums.person_id, site, sums.cents from sums where sums.cents >= least
    returning person_id
  ), carried_over as (
    insert into payout_carried_over (run_id, person_id, domain_id, cents)
    select run, sums.person_id, site, sums.cents from sums where sums.cents < least and sums.cents <> 0
  )
  update commission_lines line set payout_id = run
  where line.id = any (line_ids) and line.person_id in (select people.person_id from people)
    and line.payout_id is null and line.paid_on is null;
  return run;
end $$;

-- Locks the sales of a run's lines and then the run. A run gets no further lines, so that these are all.
create function lock_payout_run(run integer) returns setof payout_runs
  language plpgsql as $$
begin
  perform from transactions sold
    where sold.id in (select line.transaction_id from commission_lines line where line.payout_id = run)
    order by sold.id for no key update;
  return query select * from payout_runs where id = run for update;
end $$;

-- A run in which no payment is due any more has been paid, or was cancelled where none was made.
create function end_payout_run(run integer) returns void
  language sql as $$
  update payout_runs set version = version + 1,
    state = case when exists (select from payout_people where run_id = run and paid_on is not null)
      then 'paid' else 'cancelled' end
  where id = run and state in ('draft', 'approved')
    and not exists (select from payout_people where run_id = run and state = 'due')
$$;

-- A run that lost a line has new sums, and an approved one is a draft again. A person with nothing left to get leaves it.
create or replace function reopen_payout_runs(runs integer[]) returns void
  language plpgsql as $$
declare
  run integer;
begin
  for run in
    select id from payout_runs where id = any (runs) and state in ('draft', 'approved') order by id for update
  loop
    update payout_runs set state = 'draft', file_sha256 = null, version = version + 1 where id = run;
    with left_over as (
      select payee.person_id, coalesce(sum(line.cents), 0) as cents
      from payout_people payee left join commission_lines line
        on line.payout_id = run and line.person_id = payee.person_id
      where payee.run_id = run and payee.state = 'due' group by 1
    ), leaving as (
      delete from payout_people payee using left_over
      where payee.run_id = run and payee.person_id = left_over.person_id and left_over.cents <= 0
      returning payee.person_id
    ), staying as (
      update payout_people payee set cents = left_over.cents, payee_name = null, payee_reference = null from left_over
      where payee.run_id = run and payee.person_id = left_over.person_id and left_over.cents > 0
    )
    update commission_lines line set payout_id = null
    where line.payout_id = run and line.paid_on is null and line.person_id in (select person_id from leaving);
    perform end_payout_run(run);
  end loop;
end $$;

-- Pays what is unpaid of a sale by hand. Lines that an unpaid run holds leave it: the lock of the sale keeps other runs from
-- taking them, and the run is locked before its lines.
create or replace function pay_commission_by_hand(sale integer, n integer, out line_ids integer[], out digest text)
  language plpgsql as $$
declare
  sold  transactions;
  own   integer[];
  runs  integer[];
  lines jsonb;
begin
  select * into sold from transactions where id = sale for no key update;
  own := array(select line_id from commission_lines_of_checkbox(sale));
  perform from payout_runs where id in (select payout_id from commission_lines where id = any (own) and paid_on is null)
    order by id for update;
  runs := array(select distinct payout_id from commission_lines
    where id = any (own) and paid_on is null and payout_id is not null);
  with paid as (
    update commission_lines set payout_id = null, paid_on = day_of(now()), paid_how = 'by_hand'
    where id = any (own) and paid_on is null and not retained
    returning id, person_id, cents
  ), sums as (
    select person_id, sum(cents) as cents from paid group by 1 having sum(cents) <> 0
  )
  select coalesce((select array_agg(id order by id) from paid), '{}'),
      (select jsonb_agg(jsonb_build_object('account', side.account, 'cents', side.cents, 'person_id', sums.person_id,
        'transaction_id', sale, 'product_id', sold.product_id) order by sums.person_id, side.account desc)
      from sums, lateral (values (2000, sums.cents), (1010, -sums.cents)) side (account, cents))
    into line_ids, lines;
  perform reopen_payout_runs(runs);
  digest := post_hand_payment(sold.domain_id, sale, n, 'Commission of transaction #' || sale || ' paid by hand', lines);
end $$;

-- What a payment posts: what was owed against the bank.
create function payout_entry_lines(person integer, cents bigint) returns jsonb
  language sql immutable parallel safe
  return jsonb_build_array(
    jsonb_build_object('account', 2000, 'cents', cents, 'person_id', person),
    jsonb_build_object('account', 1010, 'cents', -cents, 'person_id', person));

-- Notes the payments of a run: of these people, or of all to whom one is due. The caller has locked the run.
create function pay_payout_people(run integer, people integer[], paid_day date, words text)
  returns table (person_id integer, cents bigint, digest text)
  language plpgsql as $$
declare
  site  integer;
  payee record;
begin
  select domain_id into site from payout_runs where id = run;
  update commission_lines line set paid_on = paid_day, paid_how = 'run'
    from payout_people due
    where due.run_id = run and due.state = 'due' and (people is null or due.person_id = any (people))
      and line.payout_id = run and line.person_id = due.person_id and line.paid_on is null;
  for payee in
    select due.person_id, due.cents from payout_people due
    where due.run_id = run and due.state = 'due' and (people is null or due.person_id = any (people))
    order by due.person_id
  loop
    update payout_people paid set state = 'paid', paid_on = paid_day, reference = words
      where paid.run_id = run and paid.person_id = payee.person_id;
    person_id := payee.person_id;
    cents := payee.cents;
    select encode(entry_digest, 'hex') into digest from post_entry(site, 'payout', 'paid:' || run || ':' || payee.person_id,
      'Commission paid by payout run #' || run, payout_entry_lines(payee.person_id, payee.cents));
    return next;
  end loop;
  perform end_payout_run(run);
end $$;

-- A payment came back: its lines are payable again. One that was not marked as paid has no entry to reverse.
create function return_payout(run integer, person integer, words text, out digest text)
  language plpgsql as $$
declare
  payee payout_people;
  paid  integer;
begin
  select * into payee from payout_people where run_id = run and person_id = person and state <> 'returned';
  if not found then
    return;
  end if;
  update commission_lines line set payout_id = null, paid_on = null, paid_how = null
    where line.payout_id = run and line.person_id = person;
  update payout_people set state = 'returned', returned_at = now(), note = words
    where run_id = run and person_id = person;
  if payee.state = 'paid' then
    select id into paid from journal_entries where key = 'paid:' || run || ':' || person;
    select encode(entry_digest, 'hex') into digest from post_entry(payee.domain_id, 'payout',
      'returned:' || run || ':' || person, 'Payment of payout run #' || run || ' returned',
      payout_entry_lines(person, -payee.cents), paid);
  end if;
  perform end_payout_run(run);
end $$;

-- Frees the lines of a run that has paid no person. Its people stay as a record.
create function cancel_payout_run(run integer) returns void
  language sql as $$
  update commission_lines set payout_id = null where payout_id = run and paid_on is null;
  update payout_runs set state = 'cancelled', version = version + 1 where id = run
$$;
