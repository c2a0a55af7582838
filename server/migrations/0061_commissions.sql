-- online
-- Commission plans with their rules, the lines that people earn or lose by sales, and what they ask about a line.

-- False, and not null, without a site: `if not works_for_site(…)` lets null pass.
create or replace function works_for_site(site integer) returns boolean
  language sql stable
  return current_setting('role') = 'vialkeep_platform'
    or (current_setting('role') = 'vialkeep_tenant' and coalesce(chosen_domain() = site, false));

create table commission_plans (
  id          integer generated always as identity primary key,
  -- null: every site that has no plan of its own
  domain_id   integer references domains,
  name        text not null check (length(btrim(name)) between 1 and 100),
  starts_on   date not null,
  -- the last day; null while no later plan follows
  ends_on     date,
  -- how long a line is held after the day of its sale
  hold_days   integer not null default 30 check (hold_days between 0 and 365),
  state       text not null default 'draft' check (state in ('draft', 'adopted')),
  empty_seats text not null default 'nobody' check (empty_seats in ('nobody', 'house')),
  -- the account of the house; its lines are shown and never owed
  house_id    integer references users,
  note        text not null default '' check (length(note) <= 1000),
  version     integer not null default 1,
  made_by     integer references users,
  adopted_by  integer references users,
  adopted_at  timestamptz,
  constraint a_plan_ends_after_its_start check (ends_on >= starts_on),
  constraint a_draft_has_no_end check (ends_on is null or state = 'adopted'),
  constraint an_adoption_has_a_time check ((state = 'adopted') = (adopted_at is not null)),
  constraint empty_seats_need_a_house check (empty_seats = 'nobody' or house_id is not null),
  constraint adopted_plans_do_not_overlap exclude using gist (
    int4range(coalesce(domain_id, 0), coalesce(domain_id, 0), '[]') with &&,
    daterange(starts_on, ends_on, '[]') with &&) where (state = 'adopted')
);
create index commission_plans_of_site on commission_plans (domain_id, starts_on desc);

create table commission_rules (
  id          integer generated always as identity primary key,
  plan_id     integer not null references commission_plans on delete cascade,
  -- that of the plan
  domain_id   integer references domains,
  level       text not null check (level in ('rep', 'manager', 'distributor', 'affiliate', 'house')),
  -- empty: every product
  product_ids integer[] not null default '{}',
  person_id   integer references users,
  -- hundredths of a percent
  rate_bp     integer check (rate_bp between 0 and 10000),
  piece_cents integer check (piece_cents between 0 and 100000000),
  base        text not null default 'net' check (base in ('net', 'net_with_harvest', 'charged')),
  -- the rule as a sentence, written at the adoption
  words       text not null default '' check (length(words) <= 1000),
  constraint a_rule_is_a_rate_or_an_amount check (num_nonnulls(rate_bp, piece_cents) = 1),
  constraint the_house_is_one_account check (level <> 'house' or person_id is null)
);
create index commission_rules_of_plan on commission_rules (plan_id, level);

create table commission_lines (
  id             integer generated always as identity primary key,
  domain_id      integer not null references domains,
  person_id      integer not null references users,
  level          text not null check (level in ('rep', 'manager', 'distributor', 'affiliate', 'house', 'none')),
  kind           text not null check (kind in ('earned', 'clawback', 'corrected', 'adjustment')),
  transaction_id integer references transactions,
  refund_id      integer references refunds,
  rule_id        integer references commission_rules,
  -- the line that is taken back or adjusted
  of_line_id     integer,
  version        integer not null default 0,
  base_cents     bigint not null default 0 check (base_cents >= 0),
  rate_bp        integer,
  piece_cents    integer,
  quantity       integer not null default 1,
  cents          bigint not null check (abs(cents) <= 100000000000),
  -- the day on which the line was written
  earned_on      date not null default day_of(now()),
  payable_on     date not null,
  retained       boolean not null,
  reason         text not null default '' check (length(reason) <= 1000),
  made_by        integer references users,
  at             timestamptz not null default now(),
  -- earned by a sale whose commission had been paid before there were lines; the journal has no entry for it
  born_paid      boolean not null default false,
  payout_id      integer,
  paid_on        date,
  paid_how       text check (paid_how in ('run', 'by_hand', 'before')),
  constraint a_payment_has_a_way check ((paid_on is null) = (paid_how is null)),
  constraint a_run_is_named check (paid_how is distinct from 'run' or payout_id is not null),
  constraint the_house_is_not_paid check (not retained or (paid_on is null and payout_id is null)),
  constraint lines_say_what_they_are check (case kind
    when 'earned' then transaction_id is not null and rule_id is not null and of_line_id is null and cents >= 0
    when 'clawback' then transaction_id is not null and of_line_id is not null and cents < 0
    when 'corrected' then transaction_id is not null and of_line_id is not null and cents <= 0
    else transaction_id is null and cents <> 0 and length(btrim(reason)) >= 5 and not retained end),
  constraint only_earned_lines_are_born_paid check (not born_paid or (kind = 'earned' and not retained)),
  unique (id, domain_id),
  constraint line_of_the_same_site foreign key (of_line_id, domain_id) references commission_lines (id, domain_id)
);
create unique index commission_earned_once on commission_lines (transaction_id, level, version) where kind = 'earned';
create unique index commission_clawed_back_once on commission_lines (refund_id, of_line_id);
create unique index commission_corrected_once on commission_lines (of_line_id) where kind = 'corrected';
create index commission_lines_of_person on commission_lines (person_id, earned_on desc, id desc);
create index commission_lines_unpaid on commission_lines (domain_id, person_id) where paid_on is null and not retained;
create index commission_lines_paid_before on commission_lines (domain_id, person_id) include (cents)
  where paid_how = 'before';
-- What is owed is summed by the day on which it falls due, from this index alone.
create index commission_lines_owed on commission_lines (domain_id, payable_on) include (cents)
  where paid_on is null and not retained;
create index commission_lines_by_day on commission_lines (earned_on desc, id desc);
create index commission_lines_of_site on commission_lines (domain_id, earned_on desc, id desc);
create index commission_lines_of_rule on commission_lines (rule_id) where rule_id is not null;
create index commission_lines_of_transaction on commission_lines (transaction_id) where transaction_id is not null;
create index commission_lines_of_line on commission_lines (of_line_id) where of_line_id is not null;
create index commission_lines_of_run on commission_lines (payout_id) where payout_id is not null;

create table commission_disputes (
  id        integer generated always as identity primary key,
  domain_id integer not null references domains,
  line_id   integer not null,
  state     text not null default 'open' check (state in ('open', 'kept', 'adjusted')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by integer references users,
  constraint a_closed_dispute_has_a_time check ((state = 'open') = (closed_at is null)),
  constraint dispute_of_line foreign key (line_id, domain_id) references commission_lines (id, domain_id),
  unique (id, domain_id)
);
create unique index commission_dispute_open_once on commission_disputes (line_id) where state = 'open';
create index commission_disputes_of_line on commission_disputes (line_id, id desc);
create index commission_disputes_open on commission_disputes (domain_id, id) where state = 'open';

create table commission_messages (
  id         integer generated always as identity primary key,
  dispute_id integer not null,
  domain_id  integer not null references domains,
  author_id  integer not null references users,
  text       text not null check (length(btrim(text)) between 1 and 2000),
  at         timestamptz not null default now(),
  constraint message_of_dispute foreign key (dispute_id, domain_id) references commission_disputes (id, domain_id)
);
create index commission_messages_of_dispute on commission_messages (dispute_id, id);

-- A plan that is tried on past months. Its figures are kept for a day.
create table commission_simulations (
  id        integer generated always as identity primary key,
  -- that of the plan
  domain_id integer references domains,
  plan_id   integer not null references commission_plans on delete cascade,
  from_day  date not null,
  to_day    date not null,
  state     text not null default 'running' check (state in ('running', 'done')),
  result    jsonb,
  made_by   integer references users,
  at        timestamptz not null default now(),
  constraint a_simulation_has_an_end check (to_day >= from_day),
  constraint a_result_ends_it check ((state = 'done') = (result is not null))
);
create unique index one_simulation_of_a_site on commission_simulations (coalesce(domain_id, 0)) where state = 'running';

-- How far the sales of before a plan's adoption have got their lines.
create table commission_backlogs (
  plan_id     integer not null references commission_plans,
  domain_id   integer not null references domains,
  position    integer not null default 0,
  handled     integer not null default 0,
  finished_at timestamptz,
  primary key (plan_id, domain_id)
);

-- Statements read the payments of a month.
create index journal_payouts_by_day on journal_entries (domain_id, day, id) where kind = 'payout';

call isolate('commission_plans');
call isolate('commission_rules');
call isolate('commission_lines');
call isolate('commission_disputes');
call isolate('commission_messages');
call isolate('commission_simulations');
call isolate('commission_backlogs');
-- A sale of any site may be under a plan of every site; only the platform administers it (S-31).
create policy shared on commission_plans for select to vialkeep_tenant
  using (domain_id is null and (select chosen_domain()) is not null);
create policy shared on commission_rules for select to vialkeep_tenant
  using (domain_id is null and (select chosen_domain()) is not null);

grant select, insert, update, delete on commission_plans, commission_rules to vialkeep_platform, vialkeep_tenant;
grant select, insert, update (payout_id, paid_on, paid_how) on commission_lines to vialkeep_platform, vialkeep_tenant;
grant select, insert, update (state, closed_at, closed_by) on commission_disputes to vialkeep_platform, vialkeep_tenant;
grant select, insert on commission_messages to vialkeep_platform, vialkeep_tenant;
grant select, insert, update, delete on commission_simulations to vialkeep_platform, vialkeep_tenant;
grant insert on commission_backlogs to vialkeep_platform;
grant select, update on commission_backlogs to vialkeep_platform, vialkeep_tenant;

-- An adopted plan does not change; a later plan sets its last day.
create function commission_plan_is_kept() returns trigger
  language plpgsql as $$
begin
  if old.state = 'adopted' and (tg_op = 'DELETE' or old.ends_on is not null
    or to_jsonb(new) - 'ends_on' is distinct from to_jsonb(old) - 'ends_on')
  then
    raise exception 'Plan % is adopted', old.id
      using errcode = 'check_violation', constraint = 'adopted_plans_are_kept', table = 'commission_plans';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger adopted_plans_are_kept before update or delete on commission_plans
  for each row execute function commission_plan_is_kept();

-- Runs as the owner of the tables: a site does not see the plans of others, and must not write into them.
create function commission_rule_is_kept() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from commission_plans where state = 'adopted'
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
revoke execute on function commission_rule_is_kept() from public;
create trigger rules_of_adopted_plans_are_kept before insert or update or delete on commission_rules
  for each row execute function commission_rule_is_kept();

-- A line is kept as it was written; only its payment is noted.
create function commission_line_is_kept() returns trigger
  language plpgsql as $$
begin
  if to_jsonb(new) - '{payout_id,paid_on,paid_how}'::text[] is distinct from to_jsonb(old) - '{payout_id,paid_on,paid_how}'::text[]
  then
    raise exception 'Commission line % is kept as it was written', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger commission_lines_are_kept before update on commission_lines
  for each row execute function commission_line_is_kept();
create trigger commission_lines_stay before delete or truncate on commission_lines
  for each statement execute function refuse_change();

-- A foreign key does not look at the site of a row. Runs as the owner, who sees the rows of every site.
create function commission_lines_stay_on_site() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from added line
      left join transactions sold on sold.id = line.transaction_id
      left join refunds refund on refund.id = line.refund_id
      left join commission_rules rule on rule.id = line.rule_id
    where line.transaction_id is not null and sold.domain_id is distinct from line.domain_id
      or line.refund_id is not null and refund.transaction_id is distinct from line.transaction_id
      or rule.domain_id <> line.domain_id)
  then
    raise exception 'A commission line is of another site than its sale'
      using errcode = 'check_violation', constraint = 'lines_are_of_their_site', table = 'commission_lines';
  end if;
  return null;
end $$;
revoke execute on function commission_lines_stay_on_site() from public;
create trigger lines_are_of_their_site after insert on commission_lines referencing new table as added
  for each statement execute function commission_lines_stay_on_site();

create function commission_messages_are_kept() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger commission_messages_are_kept before update or delete or truncate on commission_messages
  for each statement execute function commission_messages_are_kept();

create function erase_commission_messages() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.erasing', 'on', true);
  update commission_messages set text = 'Erased' where author_id = new.id;
  perform set_config('app.erasing', '', true);
  return null;
end $$;
revoke execute on function erase_commission_messages() from public;
create trigger erased_people_leave_no_messages after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erase_commission_messages();
create index commission_messages_of_author on commission_messages (author_id);

-- An adoption and the switch wait for the sales that earn at this moment, and later ones wait for it: none misses its plan.
-- A unit of work takes it before it locks sales, so that it does not wait for one that waits for it.
create function hold_commission_plans() returns void
  language sql as $$ select pg_advisory_xact_lock_shared(6101) $$;
create function change_commission_plans() returns void
  language sql as $$ select pg_advisory_xact_lock(6101) $$;

-- Where the backlog of a site begins: before the first sale of the plan's days.
create function commission_backlog_start(plan integer, site integer) returns integer
  language sql stable
  return coalesce((select min(sold.id) - 1 from transactions sold join commission_plans terms on terms.id = plan
    where sold.domain_id = site and sold.date >= terms.starts_on::timestamp at time zone 'UTC'), 2147483647);

-- Sales that were made while commissions were off earn once they are on. The lock waits for those that settle meanwhile.
create function reopen_commission_backlogs() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform change_commission_plans();
  update commission_backlogs
    set finished_at = null, handled = 0, position = commission_backlog_start(plan_id, domain_id)
    where domain_id = new.domain_id;
  return null;
end $$;
revoke execute on function reopen_commission_backlogs() from public;
create trigger new_settings_reopen_backlogs after insert on money_settings
  for each row when (new.commissions) execute function reopen_commission_backlogs();
create trigger switching_on_reopens_backlogs after update on money_settings
  for each row when (new.commissions and not old.commissions) execute function reopen_commission_backlogs();
