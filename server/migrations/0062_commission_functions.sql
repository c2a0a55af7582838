-- online
-- What a sale earns, what is taken back, and how it is paid by hand. Sales, backlog and simulation share `commission_of`.

create function commissions_on(site integer) returns boolean
  language sql stable
  return coalesce((select commissions from money_settings where domain_id = site), false);

-- Whether a site pays commissions, which stays so until the end of the transaction. A switch that is under way is waited
-- for; the second statement sees what it committed.
create function commissions_stay_on(site integer) returns boolean
  language plpgsql as $$
begin
  perform hold_commission_plans();
  return commissions_on(site);
end $$;

-- The plan of a day: that of the site, or else that of every site.
create function commission_plan_on(site integer, day date) returns integer
  language sql stable as $$
  select id from commission_plans
  where state = 'adopted' and (domain_id = site or domain_id is null)
    and starts_on <= day and (ends_on is null or ends_on >= day)
  order by domain_id is null limit 1
$$;

-- The lines that a plan gives to these sales. In each seat the most particular rule wins: person and product, person,
-- product, neither.
create function commission_of(plan integer, sales integer[])
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
  where terms.id = plan and payee.id is not null
$$;

-- What a line has lost in all once this much of the charge is given back; all of it after a full refund.
create function commission_lost(line_cents bigint, refunded bigint, charged bigint) returns bigint
  language sql immutable parallel safe
  return case when charged > 0
    then div(2 * line_cents::numeric * least(refunded, charged) + charged, 2 * charged::numeric)::bigint else 0 end;

create function commission_state(retained boolean, paid_on date, payout_id integer, is_disputed boolean, payable_on date)
  returns text
  language sql stable
  return case when retained then 'retained' when paid_on is not null then 'paid' when payout_id is not null then 'in_run'
    when is_disputed then 'disputed' when payable_on > day_of(now()) then 'held' else 'payable' end;

-- Earned lines that no correction has taken back.
create view commission_lines_in_force with (security_invoker = true) as
select line.* from commission_lines line
where line.kind = 'earned'
  and not exists (select from commission_lines taken where taken.of_line_id = line.id and taken.kind = 'corrected');
grant select on commission_lines_in_force to vialkeep_platform, vialkeep_tenant;

-- What the checkbox of a sale pays: lines in force, and what refunds took of them. A line that a correction took back and
-- the correction stay as they are, because money that was paid for them was paid.
create function commission_lines_of_checkbox(sale integer) returns table (line_id integer)
  language sql stable as $$
  select line.id from commission_lines_in_force line where line.transaction_id = sale
  union all
  select lost.id from commission_lines_in_force line join commission_lines lost on lost.of_line_id = line.id
  where line.transaction_id = sale and lost.kind = 'clawback'
$$;

-- The documented checkbox follows the lines: true where all that are owed are paid. Without lines it is as it was. The sales
-- are locked first, because another unit of work may pay other lines of them; the next statement sees those.
create function commission_paid_follows() returns trigger
  language plpgsql as $$
begin
  perform from transactions where id in (select changed.transaction_id from changed) order by id for no key update;
  update transactions sold set commission_paid = due.is_paid, version = sold.version + 1
  from (
    select line.transaction_id as id, bool_and(line.retained or line.paid_on is not null) as is_paid
    from commission_lines_in_force line
    where line.transaction_id in (select changed.transaction_id from changed)
    group by 1
  ) due
  where sold.id = due.id and sold.commission_paid <> due.is_paid;
  return null;
end $$;
create trigger new_lines_set_commission_paid after insert on commission_lines referencing new table as changed
  for each statement execute function commission_paid_follows();
create trigger payments_set_commission_paid after update on commission_lines referencing new table as changed
  for each statement execute function commission_paid_follows();

-- Posts lines as expense against what is owed. Null where nothing is owed by them.
create function post_commission(entry_key text, words text, line_ids integer[], out digest text)
  language plpgsql as $$
declare
  site  integer;
  lines jsonb;
begin
  select min(line.domain_id), jsonb_agg(jsonb_build_object('account', side.account, 'cents', side.cents,
      'person_id', line.person_id, 'transaction_id', line.transaction_id, 'product_id', sold.product_id)
      order by line.id, side.account desc)
    into site, lines
    from commission_lines line left join transactions sold on sold.id = line.transaction_id,
      lateral (values (5000, line.cents), (2000, -line.cents)) side (account, cents)
    where line.id = any (line_ids) and not line.retained and not line.born_paid and line.cents <> 0;
  if lines is not null then
    select encode(entry_digest, 'hex') into digest from post_entry(site, 'commission', entry_key, words, lines);
  end if;
end $$;

-- Posts lines of sales, one entry for each sale and direction. A unit of work posts after all its lines are written: these
-- lock totals of sales, which go before those of the journal.
create function post_lines(line_ids integer[]) returns text[]
  language plpgsql as $$
declare
  made    record;
  digests text[] := '{}';
begin
  for made in
    select line.transaction_id as sale, line.version, line.kind = 'corrected' as is_taken_back,
      array_agg(line.id order by line.id) as ids
    from commission_lines line where line.id = any (line_ids)
    group by 1, 2, 3 order by 1, 2, 3 desc
  loop
    digests := digests || case when made.is_taken_back
      then post_commission('corrected:' || made.sale || ':' || made.version,
        'Correction of the commission of transaction #' || made.sale, made.ids)
      else post_commission('earned:' || made.sale || ':' || made.version,
        'Commission of transaction #' || made.sale, made.ids) end;
  end loop;
  return array_remove(digests, null);
end $$;

-- The version of the lines that a sale earns next.
create function next_commission_version(sale integer) returns integer
  language sql stable
  return (select greatest(sold.version, 1 + (select max(line.version) from commission_lines line
    where line.transaction_id = sold.id and line.kind = 'earned')) from transactions sold where sold.id = sale);

-- Takes from every line in force what refunds have not taken yet. A line that falls due later loses with it. Without a
-- refund, it is the last one of each sale.
create function claw_back_lines(sales integer[], refund integer, maker integer) returns integer[]
  language plpgsql as $$
declare
  made integer[];
begin
  with losing as (
    select line.*, commission_lost(line.cents, sold.refunded_cents, sold.charged_cents) + coalesce((
      select sum(taken.cents) from commission_lines taken where taken.of_line_id = line.id and taken.kind = 'clawback'), 0)
      as loss
    from commission_lines_in_force line join transactions sold on sold.id = line.transaction_id
    where line.transaction_id = any (sales) and sold.refunded_cents > 0
  ), written as (
    insert into commission_lines (domain_id, person_id, level, kind, transaction_id, refund_id, rule_id, of_line_id, version,
      base_cents, rate_bp, piece_cents, quantity, cents, payable_on, retained, made_by)
    select domain_id, person_id, level, 'clawback', transaction_id, coalesce(refund, (select max(given_back.id)
        from refunds given_back where given_back.transaction_id = losing.transaction_id and given_back.state = 'done')),
      rule_id, id, version, base_cents, rate_bp, piece_cents, quantity, -loss,
      case when paid_on is null then payable_on else day_of(now()) end, retained, maker
    from losing where loss > 0 order by id
    returning id
  )
  select coalesce(array_agg(id order by id), '{}') into made from written;
  return made;
end $$;

-- Writes the lines of sales by the plans of their days, and what refunds have taken of them already. First lines of a sale
-- whose commission was paid before are paid. One statement writes them all, so that totals are locked in one order.
create function earn_lines(sales integer[], maker integer) returns integer[]
  language plpgsql as $$
declare
  made integer[];
begin
  with written as (
    insert into commission_lines (domain_id, person_id, level, kind, transaction_id, rule_id, version, base_cents, rate_bp,
      piece_cents, quantity, cents, payable_on, retained, made_by, born_paid, paid_on, paid_how)
    select sold.domain_id, line.person_id, line.level, 'earned', sold.id, line.rule_id, next_commission_version(sold.id),
      line.base_cents, line.rate_bp, line.piece_cents, line.quantity, line.cents, day_of(sold.date) + plan.hold_days,
      line.retained, maker, was.paid, case when was.paid then day_of(now()) end, case when was.paid then 'before' end
    from transactions sold
      join commission_plans plan on plan.id = commission_plan_on(sold.domain_id, day_of(sold.date))
      cross join lateral commission_of(plan.id, array[sold.id]) line
      cross join lateral (select sold.commission_paid and not line.retained and not exists (
        select from commission_lines earlier where earlier.transaction_id = sold.id and earlier.kind = 'earned') as paid) was
    where sold.id = any (sales)
    order by sold.id, array_position('{rep,manager,distributor,affiliate,house}'::text[], line.level)
    returning id
  )
  select coalesce(array_agg(id order by id), '{}') into made from written;
  return made || claw_back_lines(sales, null, maker);
end $$;

-- Takes back the lines in force of sales. Every line that is taken back is 0 together with its clawbacks.
create function take_back_lines(sales integer[], maker integer) returns integer[]
  language plpgsql as $$
declare
  made integer[];
begin
  with written as (
    insert into commission_lines (domain_id, person_id, level, kind, transaction_id, rule_id, of_line_id, version, base_cents,
      rate_bp, piece_cents, quantity, cents, payable_on, retained, made_by)
    select line.domain_id, line.person_id, line.level, 'corrected', line.transaction_id, line.rule_id, line.id,
      next_commission_version(line.transaction_id), line.base_cents, line.rate_bp, line.piece_cents, line.quantity,
      -line.cents - coalesce((
        select sum(lost.cents) from commission_lines lost where lost.of_line_id = line.id and lost.kind = 'clawback'), 0),
      case when line.paid_on is null then line.payable_on else day_of(now()) end, line.retained, maker
    from commission_lines_in_force line where line.transaction_id = any (sales) order by line.id
    returning id
  )
  select coalesce(array_agg(id order by id), '{}') into made from written;
  return made;
end $$;

-- A new sale's lines.
create function earn_commission(sale integer, out line_ids integer[], out digest text)
  language plpgsql as $$
begin
  perform hold_commission_plans();
  line_ids := earn_lines(array[sale], null);
  digest := (post_lines(line_ids))[1];
end $$;

-- The lines of a sale that has none yet, by its present values. They are posted once the sale has its new values.
create function earn_earlier_sale(sale integer) returns integer[]
  language plpgsql as $$
begin
  perform hold_commission_plans();
  if exists (select from commission_lines where transaction_id = sale and kind = 'earned') then
    return '{}';
  end if;
  return earn_lines(array[sale], null);
end $$;

-- Takes back the lines in force and earns anew.
create function correct_commission(sale integer, maker integer, out line_ids integer[], out digests text[])
  language plpgsql as $$
begin
  perform hold_commission_plans();
  line_ids := take_back_lines(array[sale], maker);
  line_ids := line_ids || earn_lines(array[sale], maker);
  digests := post_lines(line_ids);
end $$;

create function claw_back_commission(sale integer, refund integer, maker integer, out line_ids integer[], out digest text)
  language plpgsql as $$
begin
  line_ids := claw_back_lines(array[sale], refund, maker);
  digest := post_commission('clawback:' || refund, 'Commission taken back by refund #' || refund, line_ids);
end $$;

-- Replaced by payouts: a run that lost a line has new sums, and an approved one is a draft again.
create function reopen_payout_runs(runs integer[]) returns void
  language sql as $$ select $$;

create function post_hand_payment(site integer, sale integer, n integer, words text, lines jsonb, out digest text)
  language plpgsql as $$
begin
  if lines is not null then
    select encode(entry_digest, 'hex') into digest
      from post_entry(site, 'payout', 'by-hand:' || sale || ':' || n, words, lines);
  end if;
end $$;

-- Pays what is unpaid of a sale by hand. Lines that an unpaid run holds leave it.
create function pay_commission_by_hand(sale integer, n integer, out line_ids integer[], out digest text)
  language plpgsql as $$
declare
  sold  transactions;
  runs  integer[];
  lines jsonb;
begin
  select * into sold from transactions where id = sale;
  select array_agg(distinct payout_id) into runs from commission_lines
    where id in (select line_id from commission_lines_of_checkbox(sale)) and paid_on is null and payout_id is not null;
  with paid as (
    update commission_lines set payout_id = null, paid_on = day_of(now()), paid_how = 'by_hand'
    where id in (select line_id from commission_lines_of_checkbox(sale)) and paid_on is null and not retained
    returning id, person_id, cents
  ), sums as (
    select person_id, sum(cents) as cents from paid group by 1 having sum(cents) <> 0
  )
  select coalesce((select array_agg(id order by id) from paid), '{}'),
      (select jsonb_agg(jsonb_build_object('account', side.account, 'cents', side.cents, 'person_id', sums.person_id,
        'transaction_id', sale, 'product_id', sold.product_id) order by sums.person_id, side.account desc)
      from sums, lateral (values (2000, sums.cents), (1010, -sums.cents)) side (account, cents))
    into line_ids, lines;
  if runs is not null then
    perform reopen_payout_runs(runs);
  end if;
  digest := post_hand_payment(sold.domain_id, sale, n, 'Commission of transaction #' || sale || ' paid by hand', lines);
end $$;

-- Takes back what was paid by hand or before. A payment of before has no entry, so it becomes an expense now.
create function take_back_hand_payment(sale integer, n integer, out line_ids integer[], out digest text)
  language plpgsql as $$
declare
  sold  transactions;
  lines jsonb;
begin
  select * into sold from transactions where id = sale;
  with held as (
    select id, person_id, cents, paid_how from commission_lines
    where id in (select line_id from commission_lines_of_checkbox(sale)) and paid_how in ('by_hand', 'before') for update
  ), freed as (
    update commission_lines line set paid_on = null, paid_how = null from held where line.id = held.id
  ), sums as (
    select person_id, case paid_how when 'before' then 5000 else 1010 end as account, sum(cents) as cents
    from held group by 1, 2 having sum(cents) <> 0
  )
  select coalesce((select array_agg(id order by id) from held), '{}'),
      (select jsonb_agg(jsonb_build_object('account', side.account, 'cents', side.cents, 'person_id', sums.person_id,
        'transaction_id', sale, 'product_id', sold.product_id) order by sums.person_id, sums.account, side.account desc)
      from sums, lateral (values (sums.account, sums.cents), (2000, -sums.cents)) side (account, cents))
    into line_ids, lines;
  digest := post_hand_payment(sold.domain_id, sale, n,
    'Hand payment of the commission of transaction #' || sale || ' taken back', lines);
end $$;

-- Those of these sales whose lines in force are not what the plan gives them, down to the day and the words.
create function sales_with_other_lines(plan integer, sales integer[]) returns integer[]
  language sql stable as $$
  with due as (
    select line.transaction_id, line.level, line.person_id, line.base_cents, line.rate_bp, line.piece_cents, line.quantity,
      line.cents, line.retained, day_of(sold.date) + terms.hold_days as payable_on, rule.words
    from commission_of(plan, sales) line
      join transactions sold on sold.id = line.transaction_id
      join commission_plans terms on terms.id = plan
      join commission_rules rule on rule.id = line.rule_id
  ), kept as (
    select line.transaction_id, line.level, line.person_id, line.base_cents, line.rate_bp, line.piece_cents, line.quantity,
      line.cents, line.retained, line.payable_on, rule.words
    from commission_lines_in_force line left join commission_rules rule on rule.id = line.rule_id
    where line.transaction_id = any (sales)
  )
  select array(
    select transaction_id from (table due except table kept) missing
    union select transaction_id from (table kept except table due) other
    order by 1)
$$;

-- The next sales of a site under a plan that was adopted later. Sales without lines get them, and a sale that has other
-- lines gets those of this plan. All sales are locked, then all lines are written, then they are posted.
create function earn_backlog(plan integer, site integer, after_id integer, most integer)
  returns table (last_id integer, sales integer, digests text[])
  language plpgsql as $$
declare
  batch    integer[];
  changing integer[];
  written  integer[];
begin
  perform hold_commission_plans();
  batch := array(select id from transactions where domain_id = site and id > after_id order by id limit most);
  perform from transactions where id = any (batch) order by id for no key update;
  changing := sales_with_other_lines(plan, array(select id from transactions
    where id = any (batch) and commission_plan_on(site, day_of(date)) = plan));
  written := take_back_lines(changing, null);
  written := written || earn_lines(changing, null);
  last_id := batch[cardinality(batch)];
  sales := cardinality(changing);
  digests := post_lines(written);
  return next;
end $$;
