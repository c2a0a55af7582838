-- online
-- The import of a running network: files are checked, applied and undone as one. Its own tables hold what the files say;
-- rows of other tables are written by their owners.

create table imports (
  id            integer generated always as identity primary key,
  domain_id     integer not null references domains,
  name          text not null check (length(name) between 1 and 100),
  state         text not null default 'draft' constraint import_states check (state in ('draft', 'checking', 'checked',
    'applying', 'stopped', 'applied', 'undoing', 'undone', 'undone_in_part', 'discarded')),
  missing_email text not null default 'refuse' constraint import_missing_emails
    check (missing_email in ('refuse', 'placeholder')),
  -- rises with every check
  check_no      integer not null default 0,
  -- why the last check ended without a result
  failure       text check (length(failure) <= 500),
  -- rows of the running step that are behind
  done_rows     integer not null default 0,
  created_by    integer not null references users,
  created_at    timestamptz not null default now(),
  checked_at    timestamptz,
  applied_at    timestamptz,
  undone_at     timestamptz,
  undo_reason   text not null default '' check (length(undo_reason) <= 500),
  constraint imports_in_domain unique (id, domain_id),
  constraint undone_imports_have_a_reason
    check (state not in ('undoing', 'undone', 'undone_in_part') or undo_reason <> '')
);
create index imports_of_domain on imports (domain_id, id desc);
create index imports_running on imports (id) where state in ('checking', 'applying', 'undoing');
call isolate('imports');
grant select, insert, update (name, state, check_no, failure, done_rows, checked_at, applied_at, undone_at, undo_reason)
  on imports to vialkeep_platform, vialkeep_tenant;

create table import_files (
  id              integer generated always as identity primary key,
  import_id       integer not null,
  domain_id       integer not null references domains,
  kind            text not null constraint import_kinds check (kind in ('people', 'processing', 'vials', 'transactions')),
  name            text not null check (length(name) between 1 and 255),
  bytes           bigint not null check (bytes > 0),
  sha256          text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  completed_at    timestamptz,
  -- header, share of filled cells and samples of each column
  columns         jsonb not null default '[]',
  -- header → field
  mapping         jsonb not null default '{}',
  -- field → what the file writes → our value
  value_map       jsonb not null default '{}',
  -- header → the different values of the column, as far as they are few
  seen_values     jsonb not null default '{}',
  -- the type of the file, its encoding and its separator
  format          jsonb,
  date_format     text,
  dates_ambiguous boolean not null default false,
  row_count       integer not null default 0,
  read_rows       integer not null default 0,
  to_create       integer not null default 0,
  existing        integer not null default 0,
  problem_rows    integer not null default 0,
  applied         integer not null default 0,
  -- the parts and the values of the rows are gone
  emptied_at      timestamptz,
  constraint import_files_in_domain unique (id, domain_id),
  constraint file_of_import foreign key (import_id, domain_id) references imports (id, domain_id)
);
create index files_of_import on import_files (import_id, id);
create index import_files_by_hash on import_files (domain_id, sha256);
call isolate('import_files');
grant select, insert, delete, update (name, completed_at, columns, mapping, value_map, seen_values, format, date_format,
  dates_ambiguous, row_count, read_rows, to_create, existing, problem_rows, applied, emptied_at)
  on import_files to vialkeep_platform, vialkeep_tenant;

create table import_chunks (
  file_id     integer not null,
  n           integer not null check (n between 0 and 9999),
  domain_id   integer not null references domains,
  bytes       integer not null check (bytes > 0),
  sha256      text not null,
  stored_name text not null,
  primary key (file_id, n),
  constraint chunk_of_import_file foreign key (file_id, domain_id) references import_files (id, domain_id)
);
call isolate('import_chunks');
grant select, insert, delete on import_chunks to vialkeep_platform, vialkeep_tenant;

create table import_rows (
  file_id    integer not null,
  -- as in a spreadsheet: the header is row 1
  row_no     integer not null,
  domain_id  integer not null references domains,
  import_id  integer not null,
  kind       text not null,
  key        text,
  -- in lower case
  email      text,
  -- field → value in our terms; people as the file writes them
  data       jsonb not null default '{}',
  -- {field, value, reason} each
  problems   jsonb not null default '[]',
  state      text not null default 'new' constraint import_row_states
    check (state in ('new', 'bad', 'existing', 'applied', 'undone', 'kept')),
  -- the relations of an applied person are made
  is_related boolean not null default false,
  target_id  integer,
  -- what an undo sets a record back to, and what it ends
  before     jsonb,
  primary key (file_id, row_no),
  constraint row_of_import_file foreign key (file_id, domain_id) references import_files (id, domain_id)
);
create index import_rows_by_key on import_rows (import_id, kind, key);
create index import_rows_by_email on import_rows (import_id, email) where email is not null;
create index import_rows_by_target on import_rows (kind, target_id) where target_id is not null;
create index import_rows_bad on import_rows (import_id, file_id, row_no) where problems <> '[]';
call isolate('import_rows');
grant select, insert, delete, update (data, problems, state, is_related, target_id, before, email)
  on import_rows to vialkeep_platform, vialkeep_tenant;

-- The ids that rows had in the systems from which they were imported.
create table source_keys (
  domain_id integer not null references domains,
  kind      text not null,
  key       text not null check (length(key) between 1 and 200),
  target_id integer not null,
  import_id integer not null,
  primary key (domain_id, kind, key),
  constraint key_of_import foreign key (import_id, domain_id) references imports (id, domain_id)
);
create index source_keys_of_import on source_keys (import_id);
call isolate('source_keys');
grant select, insert, delete on source_keys to vialkeep_platform, vialkeep_tenant;

-- Codes that are printed on vials from before the import.
create table vial_aliases (
  domain_id integer not null references domains,
  -- in capitals, without spaces
  alias     text not null check (alias = upper(alias) and length(alias) between 1 and 60 and alias !~ '\s'),
  vial_id   integer not null references vials,
  primary key (domain_id, alias)
);
create index aliases_of_vial on vial_aliases (vial_id);
call isolate('vial_aliases');
grant select, insert, delete on vial_aliases to vialkeep_platform, vialkeep_tenant;

-- Invitations of imported people, so many an hour.
create table import_waves (
  id         integer generated always as identity primary key,
  import_id  integer not null,
  domain_id  integer not null references domains,
  plans      smallint[] not null check (cardinality(plans) > 0),
  per_hour   integer not null check (per_hour between 1 and 5000),
  starts_at  timestamptz not null default now(),
  state      text not null default 'running' constraint wave_states
    check (state in ('running', 'finished', 'stopped', 'stopped_itself')),
  -- letters of this wave that were written, and the time until which its share is used up
  invited    integer not null default 0,
  paid_until timestamptz,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  constraint import_waves_in_domain unique (id, domain_id),
  constraint wave_of_import foreign key (import_id, domain_id) references imports (id, domain_id)
);
create unique index one_wave_of_an_import on import_waves (import_id) where state = 'running';
call isolate('import_waves');
grant select, insert, update (state, invited, paid_until) on import_waves to vialkeep_platform, vialkeep_tenant;

-- A person is invited once, whatever wave it is.
create table wave_invitations (
  user_id   integer primary key,
  domain_id integer not null references domains,
  wave_id   integer not null,
  letter_id integer not null references letters,
  constraint invited_user foreign key (user_id, domain_id) references users (id, domain_id),
  constraint invitation_of_wave foreign key (wave_id, domain_id) references import_waves (id, domain_id)
);
create index invitations_of_wave on wave_invitations (wave_id);
call isolate('wave_invitations');
grant select, insert on wave_invitations to vialkeep_platform, vialkeep_tenant;

-- Which of these addresses have an account on any site. As the owner, because a site does not see the others.
create function emails_with_account(addresses text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select lower(email) from users where lower(email) = any (addresses) and removed_at is null
$$;
revoke execute on function emails_with_account(text[]) from public;
grant execute on function emails_with_account(text[]) to vialkeep_platform, vialkeep_tenant;

-- What files said of an erased person goes with the account.
create function erase_imported_rows() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update import_rows set data = '{}', problems = '[]', email = null, before = null
    where kind in ('people', 'processing') and target_id = new.id;
  update import_rows set data = '{}', problems = '[]'
    where kind = 'vials' and target_id in (select id from vial_entries where patient_id = new.id);
  return null;
end $$;
revoke execute on function erase_imported_rows() from public;
create trigger erased_people_leave_imports after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_imported_rows();

-- Money that another system took before the import is no event of this one's books: it is not posted.
create or replace function post_sales(sales integer[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with sold as materialized (
    select id, domain_id, day_of(date) as day, 'sale:' || id as key,
      sale_lines(id, product_id, charged_cents, discount_cents, price_cents::bigint * charged_quantity + harvest_fee_cents,
        shipping_cents) as lines
    from transactions where id = any (sales) and gateway <> 'import'
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

-- Whether it earned a commission is what the file says; the plans of this product do not count it again.
create or replace function commission_of(plan integer, sales integer[])
  returns table (transaction_id integer, level text, person_id integer, rule_id integer, base_cents bigint,
    rate_bp integer, piece_cents integer, quantity integer, cents bigint, retained boolean)
  language sql stable as $$
  select sold.id, seat.level, payee.id, rule.id, base.cents, rule.rate_bp, rule.piece_cents, sold.quantity,
    case when rule.piece_cents is null then (base.cents * rule.rate_bp + 5000) / 10000
      else rule.piece_cents::bigint * sold.quantity end,
    payee.id is not distinct from terms.house_id
  from commission_plans terms
    join transactions sold on sold.id = any (sales)
    cross join lateral (values ('rep', sold.rep_id), ('manager', sold.manager_id), ('distributor', sold.distributor_id),
      ('affiliate', sold.affiliate_id), ('house', terms.house_id)) seat (level, person_id)
    cross join lateral (select coalesce(seat.person_id,
      case when terms.empty_seats = 'house' then terms.house_id end) as id) payee
    cross join lateral (
      select fitting.* from commission_rules fitting
      where fitting.plan_id = terms.id and fitting.level = seat.level
        and (fitting.person_id is null or fitting.person_id = payee.id)
        and (fitting.product_ids = '{}' or sold.product_id = any (fitting.product_ids))
      order by fitting.person_id is null, fitting.product_ids = '{}', fitting.id limit 1) rule
    cross join lateral (select greatest(0, sold.amount_cents::bigint
      - case when rule.base = 'charged' then 0 else sold.shipping_cents end
      - case when rule.base = 'net' then sold.harvest_fee_cents else 0 end) as cents) base
  where terms.id = plan and payee.id is not null and sold.gateway <> 'import'
$$;

-- A row leaves the history only while the import that brought it is undone. The server has no right to delete; the
-- function below has it, as the owner.
create function transaction_is_undone() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.gateway = 'import' and exists (
    select from import_rows row join imports on imports.id = row.import_id
    where row.kind = 'transactions' and row.target_id = old.id and row.state = 'applied' and imports.state = 'undoing')
  then
    return old;
  end if;
  raise exception 'Transaction % is kept', old.id using errcode = 'insufficient_privilege';
end $$;
revoke execute on function transaction_is_undone() from public;
drop trigger transactions_are_kept on transactions;
create trigger transactions_are_kept before truncate on transactions
  for each statement execute function refuse_change();
create trigger only_undone_transactions_go before delete on transactions
  for each row execute function transaction_is_undone();
create trigger undone_sales_leave_totals after delete on transactions referencing old table as changed
  for each statement execute function update_sales_totals('-1');

-- Deletes the transactions of an import that is being undone. Totals that are 0 again go too.
create function delete_imported_transactions(undone integer, sales integer[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone integer;
begin
  if not exists (select from imports where id = undone and works_for_site(domain_id)) then
    raise exception 'This connection does not work for import %', undone using errcode = 'insufficient_privilege';
  end if;
  delete from transactions sold using import_rows row
    where row.import_id = undone and row.kind = 'transactions' and row.target_id = sold.id and sold.id = any (sales);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function delete_imported_transactions(integer, integer[]) from public;
grant execute on function delete_imported_transactions(integer, integer[]) to vialkeep_platform, vialkeep_tenant;

-- A person as a file names them: by their key in an import of the site, by the key of a row of this import, or by their
-- e-mail. `ident` tells people apart who have no account yet.
create function imported_person(batch integer, site integer, ref text)
  returns table (ident text, user_id integer, plan_id smallint)
  language sql stable as $$
  select coalesce(found.user_id::text, found.row_ident), found.user_id, found.plan_id from (
    select 1 as n, null::text as row_ident, users.id as user_id, users.plan_id
    from source_keys known join users on users.id = known.target_id and users.removed_at is null
    where known.domain_id = site and known.kind = 'people' and known.key = ref
    union all
    select 2, null, users.id, users.plan_id
    from import_rows row join users on users.id = row.target_id and users.removed_at is null
    where row.import_id = batch and row.kind = 'people' and row.key = ref and row.state in ('existing', 'applied')
    union all
    select 3, null, users.id, users.plan_id from users
    where lower(users.email) = lower(ref) and users.domain_id = site and users.removed_at is null
    union all
    select 4, row.file_id || ':' || row.row_no, null, (row.data ->> 'plan')::smallint from import_rows row
    where row.import_id = batch and row.kind = 'people' and row.key = ref and row.state = 'new'
    union all
    select 5, row.file_id || ':' || row.row_no, null, (row.data ->> 'plan')::smallint from import_rows row
    where row.import_id = batch and row.kind = 'people' and row.email = lower(ref) and row.state = 'new'
  ) found order by found.n limit 1
$$;
revoke execute on function imported_person(integer, integer, text) from public;
grant execute on function imported_person(integer, integer, text) to vialkeep_platform, vialkeep_tenant;
