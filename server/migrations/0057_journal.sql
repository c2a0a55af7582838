-- online
-- One double-entry journal for all money: every entry balances, and no row of it changes.

create table journal_entries (
  id        integer generated always as identity primary key,
  domain_id integer not null references domains,
  at        timestamptz not null default now(),
  -- the day of UTC for which it counts
  day       date not null default day_of(now()),
  kind      text not null check (kind ~ '^[a-z_]{3,30}$'),
  -- names the event, so that it is posted once
  key       text not null constraint journal_key_once unique check (length(key) between 1 and 200),
  -- words without personal data
  memo      text not null check (length(memo) <= 500),
  -- SHA-256 of the kind, the key and the lines; the audit row of the event has it too
  digest    bytea not null check (octet_length(digest) = 32),
  reverses  integer unique,
  unique (id, domain_id),
  constraint reversed_on_the_same_site foreign key (reverses, domain_id) references journal_entries (id, domain_id)
);
create index journal_entries_by_day on journal_entries (domain_id, day, id);
create index journal_entries_of_all_sites on journal_entries (day, id);

create table journal_lines (
  entry_id       integer not null,
  n              smallint not null check (n > 0),
  domain_id      integer not null,
  account        integer not null constraint journal_account check
    (account in (1000, 1010, 2000, 2100, 4000, 4010, 4020, 4900, 4910, 4920, 5000, 5900)),
  -- debits are positive, credits negative
  cents          bigint not null check (cents <> 0 and abs(cents) <= 100000000000000),
  person_id      integer references users (id),
  transaction_id integer references transactions,
  product_id     integer references products,
  primary key (entry_id, n),
  constraint line_of_entry foreign key (entry_id, domain_id) references journal_entries (id, domain_id)
);
create index journal_lines_of_transaction on journal_lines (transaction_id) where transaction_id is not null;
create index journal_lines_of_person on journal_lines (person_id, entry_id) where person_id is not null;
create index journal_lines_of_account on journal_lines (domain_id, account, entry_id);

-- Sums by month, from which balances are read.
create table journal_months (
  domain_id    integer not null references domains,
  account      integer not null,
  -- 0 for lines without a person
  person_id    integer not null default 0,
  month        date not null check (extract(day from month) = 1),
  debit_cents  bigint not null check (debit_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  primary key (domain_id, account, person_id, month)
) with (fillfactor = 80);

-- Sums by day: a page of the list is found by the number of entries, and a balance begins and ends on any day.
create table journal_days (
  domain_id    integer not null references domains,
  -- 0 for the entries of all accounts
  account      integer not null,
  day          date not null,
  entries      integer not null check (entries > 0),
  debit_cents  bigint not null check (debit_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  primary key (domain_id, account, day)
) with (fillfactor = 80);

call isolate('journal_entries');
call isolate('journal_days');
call isolate('journal_lines');
call isolate('journal_months');
grant select on journal_entries, journal_lines, journal_months, journal_days to vialkeep_platform, vialkeep_tenant;

create trigger journal_entries_are_kept before update or delete or truncate on journal_entries
  for each statement execute function refuse_change();
create trigger journal_lines_are_kept before update or delete or truncate on journal_lines
  for each statement execute function refuse_change();

-- All lines of an entry are inserted by one statement, so that its sum is known here. The sums by month are locked in one
-- order, so that two statements wait for each other and do not deadlock.
create function sum_journal_lines() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unbalanced integer;
begin
  select entry_id into unbalanced from added group by entry_id having sum(cents) <> 0 limit 1;
  if found then
    raise exception 'Journal entry % does not balance', unbalanced
      using errcode = 'check_violation', constraint = 'entries_balance';
  end if;
  insert into journal_days (domain_id, account, day, entries, debit_cents, credit_cents)
  select line.domain_id, coalesce(line.account, 0), entry.day, count(distinct line.entry_id),
    sum(greatest(line.cents, 0)), sum(greatest(-line.cents, 0))
  from added line join journal_entries entry on entry.id = line.entry_id
  group by grouping sets ((line.domain_id, line.account, entry.day), (line.domain_id, entry.day))
  order by 1, 2, 3
  on conflict (domain_id, account, day) do update set
    entries = journal_days.entries + excluded.entries,
    debit_cents = journal_days.debit_cents + excluded.debit_cents,
    credit_cents = journal_days.credit_cents + excluded.credit_cents;
  insert into journal_months (domain_id, account, person_id, month, debit_cents, credit_cents)
  select line.domain_id, line.account, coalesce(line.person_id, 0), month_of(entry.day),
    sum(greatest(line.cents, 0)), sum(greatest(-line.cents, 0))
  from added line join journal_entries entry on entry.id = line.entry_id
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (domain_id, account, person_id, month) do update set
    debit_cents = journal_months.debit_cents + excluded.debit_cents,
    credit_cents = journal_months.credit_cents + excluded.credit_cents;
  return null;
end $$;
revoke execute on function sum_journal_lines() from public;
create trigger journal_lines_are_summed after insert on journal_lines referencing new table as added
  for each statement execute function sum_journal_lines();

create function journal_digest(kind text, key text, lines jsonb) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(jsonb_build_array(kind, key, lines)::text, 'UTF8'));

-- The lines of an entry in the form of which the digest is made: account, cents, person, transaction, product.
create function journal_lines_text(entry integer) returns jsonb
  language sql stable
  return (select jsonb_agg(jsonb_build_array(account, cents, person_id, transaction_id, product_id) order by n)
    from journal_lines where entry_id = entry);

-- The digest of the entries with which the journal of a site was opened.
create function journal_opening_digest(site integer, first_entry integer, last_entry integer) returns bytea
  language sql stable
  return (select sha256(coalesce(string_agg(digest, ''::bytea order by id), ''::bytea)) from journal_entries
    where domain_id = site and id between first_entry and last_entry);

-- The only way for the server to post. The same key with the same lines is the same entry; with other lines it is refused.
create function post_entry(site integer, entry_kind text, entry_key text, words text, lines jsonb,
    reversed integer default null, out entry_id integer, out entry_digest bytea)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ordered jsonb;
  wanted  bytea;
begin
  if not works_for_site(site) then
    raise exception 'This connection does not work for site %', site using errcode = 'insufficient_privilege';
  end if;
  if entry_kind = 'sale' or entry_key like 'sale:%' then
    raise exception 'A sale is posted with its transaction' using errcode = 'insufficient_privilege';
  end if;
  select jsonb_agg(jsonb_build_array(line.account, line.cents, line.person_id, line.transaction_id, line.product_id)
      order by line.n)
    into ordered
    from rows from (jsonb_to_recordset(lines)
      as (account integer, cents bigint, person_id integer, transaction_id integer, product_id integer))
      with ordinality as line (account, cents, person_id, transaction_id, product_id, n);
  if ordered is null then
    raise exception 'Journal entry % has no lines', entry_key
      using errcode = 'check_violation', constraint = 'entries_balance';
  end if;
  wanted := journal_digest(entry_kind, entry_key, ordered);
  insert into journal_entries (domain_id, kind, key, memo, digest, reverses)
    values (site, entry_kind, entry_key, words, wanted, reversed)
    on conflict (key) do nothing
    returning id, digest into entry_id, entry_digest;
  if found then
    insert into journal_lines (entry_id, n, domain_id, account, cents, person_id, transaction_id, product_id)
    select post_entry.entry_id, line.n, site, (line.value ->> 0)::integer, (line.value ->> 1)::bigint,
      (line.value ->> 2)::integer, (line.value ->> 3)::integer, (line.value ->> 4)::integer
    from jsonb_array_elements(ordered) with ordinality line (value, n);
    return;
  end if;
  select id, digest into entry_id, entry_digest
    from journal_entries where key = entry_key and domain_id = site and digest = wanted;
  if not found then
    raise exception 'Journal key % belongs to another entry', entry_key
      using errcode = 'unique_violation', constraint = 'journal_key_reused';
  end if;
end $$;
revoke execute on function post_entry(integer, text, text, text, jsonb, integer) from public;
grant execute on function post_entry(integer, text, text, text, jsonb, integer) to vialkeep_platform, vialkeep_tenant;

-- What a purchase posts: receipts and discount against revenue. Nothing where all of it is 0.
create function sale_lines(sale integer, product integer, charged bigint, discount bigint, goods bigint, shipping bigint)
  returns jsonb
  language sql immutable parallel safe
  return (select coalesce(jsonb_agg(jsonb_build_array(account, cents, null, sale, product) order by account), '[]')
    from (values (1000, charged), (4000, -goods), (4010, -shipping), (4900, discount)) line (account, cents)
    where cents <> 0);

create function sale_digest(sale integer, product integer, charged bigint, discount bigint, goods bigint, shipping bigint)
  returns bytea
  language sql immutable parallel safe
  return journal_digest('sale', 'sale:' || sale, sale_lines(sale, product, charged, discount, goods, shipping));

-- Posts the purchases that have no entry yet, each on its own day.
create function post_sales(sales integer[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with sold as materialized (
    select id, domain_id, day_of(date) as day, 'sale:' || id as key,
      sale_lines(id, product_id, charged_cents, discount_cents, price_cents::bigint * charged_quantity + harvest_fee_cents,
        shipping_cents) as lines
    from transactions where id = any (sales)
  ), posted as (
    insert into journal_entries (domain_id, day, kind, key, memo, digest)
    select domain_id, day, 'sale', key, 'Sale of transaction #' || id, journal_digest('sale', key, lines)
    from sold where lines <> '[]' order by id
    on conflict (key) do nothing
    returning id, key
  )
  insert into journal_lines (entry_id, n, domain_id, account, cents, transaction_id, product_id)
  select posted.id, line.n, sold.domain_id, (line.value ->> 0)::integer, (line.value ->> 1)::bigint, sold.id,
    (line.value ->> 4)::integer
  from posted join sold using (key), jsonb_array_elements(sold.lines) with ordinality line (value, n)
$$;
revoke execute on function post_sales(integer[]) from public;

create function post_new_sales() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform post_sales(array(select id from sold));
  return null;
end $$;
revoke execute on function post_new_sales() from public;
-- Fires after sales_are_tallied: every statement locks totals of sales before those of the journal.
create trigger sales_enter_journal after insert on transactions referencing new table as sold
  for each statement execute function post_new_sales();

-- Posts the next purchases of before the journal. Returns the last of them, or null where none is left.
create function post_earlier_sales(after_id bigint, most integer) returns table (last_id integer, sales integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  batch integer[];
begin
  batch := array(select id from transactions where id > after_id order by id limit most);
  perform post_sales(batch);
  last_id := batch[cardinality(batch)];
  sales := cardinality(batch);
  return next;
end $$;
revoke execute on function post_earlier_sales(bigint, integer) from public;
grant execute on function post_earlier_sales(bigint, integer) to vialkeep_platform;
-- Until the job has begun, earlier purchases have no entry yet, and `npm run verify` does not miss them.
insert into backfills (name) values ('journal-sales');
