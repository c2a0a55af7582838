-- online
-- What a sale earns, what is taken back, and how it is paid by hand. Sales, backlog and simulation share `commission_of`.

create function commissions_on(site integer) returns boolean
  language sql stable
  return coalesce((select commissions from money_settings where domain_id = site), false);

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
  return case when charged > 0 then (2 * line_cents * least(refunded, charged) + charged) / (2 * charged) else 0 end;

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

-- The documented checkbox follows the lines: true where all that are owed are paid. Without lines it is as it was.
create function commission_paid_follows() returns trigger
  language plpgsql as $$
begin
  with due as (
    select line.transaction_id as id, bool_and(line.retained or line.paid_on is not null) as is_paid
    from commission_lines_in_force line
    where line.transaction_id in (select changed.transaction_id from changed)
    group by 1
  ), locked as (
    select sold.id, due.is_paid from transactions sold join due on due.id = sold.id
    where sold.commission_paid <> due.is_paid order by sold.id for update of sold
  )
  update transactions sold set commission_paid = locked.is_paid, version = sold.version + 1
  from locked where sold.id = locked.id;
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

-- An adoption waits for the sales that earn at this moment, and later ones wait for it: none misses its plan.
create function hold_commission_plans() returns void
  language sql as $$ select pg_advisory_xact_lock_shared(6101) $$;
create function change_commission_plans() returns void
  language sql as $$ select pg_advisory_xact_lock(6101) $$;

-- The version of the lines that a sale earns next.
create function next_commission_version(sale integer) returns integer
  language sql stable
  return (select greatest(sold.version, 1 + (select max(line.version) from commission_lines line
    where line.transaction_id = sold.id and line.kind = 'earned')) from transactions sold where sold.id = sale);

-- Takes from every line in force what refunds have not taken yet. A line that falls due later loses with it.
create function claw_back_lines(sale integer, refund integer, maker integer) returns integer[]
  language plpgsql as $$
declare
  made integer[];
begin
  with losing as (
    select line.*, commission_lost(line.cents, sold.refunded_cents, sold.charged_cents) + coalesce((
      select sum(taken.cents) from commission_lines taken where taken.of_line_id = line.id and taken.kind = 'clawback'), 0)
      as loss
    from commission_lines_in_force line join transactions sold on sold.id = line.transaction_id
    where line.transaction_id = sale
  ), written as (
    insert into commission_lines (domain_id, person_id, level, kind, transaction_id, refund_id, rule_id, of_line_id, version,
      base_cents, rate_bp, piece_cents, quantity, cents, payable_on, retained, made_by)
    select domain_id, person_id, level, 'clawback', transaction_id, refund, rule_id, id, version, base_cents, rate_bp,
      piece_cents, quantity, -loss, case when paid_on is null then payable_on else day_of(now()) end, retained, maker
    from losing where loss > 0 order by id
    returning id
  )
  select coalesce(array_agg(id order by id), '{}') into made from written;
  return made;
end $$;

-- Writes the lines of a sale by the plan of its day, and what refunds have taken of them already.
create function earn_lines(sale integer, line_version integer, maker integer, is_paid boolean) returns integer[]
  language plpgsql as $$
declare
  sold transactions;
  plan commission_plans;
  made integer[];
begin
  select * into sold from transactions where id = sale;
  select * into plan from commission_plans where id = commission_plan_on(sold.domain_id, day_of(sold.date));
  with written as (
    insert into commission_lines (domain_id, person_id, level, kind, transaction_id, rule_id, version, base_cents, rate_bp,
      piece_cents, quantity, cents, payable_on, retained, made_by, born_paid, paid_on, paid_how)
    select sold.domain_id, line.person_id, line.level, 'earned', sale, line.rule_id, line_version, line.base_cents,
      line.rate_bp, line.piece_cents, line.quantity, line.cents, day_of(sold.date) + plan.hold_days, line.retained, maker,
      is_paid and not line.retained, case when is_paid and not line.retained then day_of(now()) end,
      case when is_paid and not line.retained then 'before' end
    from commission_of(plan.id, array[sale]) line
    order by array_position('{rep,manager,distributor,affiliate,house}', line.level)
    returning id
  )
  select array_agg(id order by id) into made from written;
  if made is not null and sold.refunded_cents > 0 then
    made := made || claw_back_lines(sale, (select max(refund_id) from commission_lines where transaction_id = sale), maker);
  end if;
  return coalesce(made, '{}');
end $$;

-- A sale's first lines. Where its commission was paid before, they are paid and post nothing.
create function earn_commission(sale integer, maker integer, is_paid boolean, out line_ids integer[], out digest text)
  language plpgsql as $$
declare
  line_version integer;
begin
  perform hold_commission_plans();
  line_version := next_commission_version(sale);
  line_ids := earn_lines(sale, line_version, maker, is_paid);
  digest := post_commission('earned:' || sale || ':' || line_version, 'Commission of transaction #' || sale, line_ids);
end $$;

-- The lines of a sale that has none yet, by its present values. One whose commission was paid before is paid.
create function earn_earlier_sale(sale integer, out digest text)
  language plpgsql as $$
begin
  if not exists (select from commission_lines where transaction_id = sale and kind = 'earned') then
    select earned.digest into digest
      from earn_commission(sale, null, (select commission_paid from transactions where id = sale)) earned;
  end if;
end $$;

-- Takes back the lines in force and earns anew. Every line that is taken back is 0 together with its clawbacks.
create function correct_commission(sale integer, maker integer, out line_ids integer[], out digests text[])
  language plpgsql as $$
declare
  line_version integer;
  earned       integer[];
begin
  perform hold_commission_plans();
  line_version := next_commission_version(sale);
  with taken as (
    insert into commission_lines (domain_id, person_id, level, kind, transaction_id, rule_id, of_line_id, version, base_cents,
      rate_bp, piece_cents, quantity, cents, payable_on, retained, made_by)
    select line.domain_id, line.person_id, line.level, 'corrected', sale, line.rule_id, line.id, line_version,
      line.base_cents, line.rate_bp, line.piece_cents, line.quantity, -line.cents - coalesce((
        select sum(lost.cents) from commission_lines lost where lost.of_line_id = line.id and lost.kind = 'clawback'), 0),
      case when line.paid_on is null then line.payable_on else day_of(now()) end, line.retained, maker
    from commission_lines_in_force line where line.transaction_id = sale order by line.id
    returning id
  )
  select coalesce(array_agg(id order by id), '{}') into line_ids from taken;
  digests := array[post_commission('corrected:' || sale || ':' || line_version,
    'Correction of the commission of transaction #' || sale, line_ids)];
  earned := earn_lines(sale, line_version, maker, false);
  digests := array_remove(digests || post_commission('earned:' || sale || ':' || line_version,
    'Commission of transaction #' || sale, earned), null);
  line_ids := line_ids || earned;
end $$;

create function claw_back_commission(sale integer, refund integer, maker integer, out line_ids integer[], out digest text)
  language plpgsql as $$
begin
  line_ids := claw_back_lines(sale, refund, maker);
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
    where transaction_id = sale and paid_on is null and payout_id is not null;
  with paid as (
    update commission_lines set payout_id = null, paid_on = day_of(now()), paid_how = 'by_hand'
    where transaction_id = sale and paid_on is null and not retained
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
    where transaction_id = sale and paid_how in ('by_hand', 'before') for update
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

-- The next sales of a site under a plan that was adopted later. A sale that another plan has given other lines gets those
-- of this plan.
create function earn_backlog(plan integer, site integer, after_id integer, most integer)
  returns table (last_id integer, sales integer, digests text[])
  language plpgsql as $$
declare
  batch integer[];
  sold  record;
begin
  perform hold_commission_plans();
  batch := array(select id from transactions where domain_id = site and id > after_id order by id limit most);
  last_id := batch[cardinality(batch)];
  sales := 0;
  digests := '{}';
  for sold in
    select id, date from transactions where id = any (batch) order by id for update
  loop
    continue when commission_plan_on(site, day_of(sold.date)) is distinct from plan;
    if not exists (select from commission_lines line where line.transaction_id = sold.id and line.kind = 'earned') then
      digests := digests || earn_earlier_sale(sold.id);
      sales := sales + 1;
    elsif exists (
      (select level, person_id, base_cents, rate_bp, piece_cents, quantity, cents, retained from commission_of(plan, array[sold.id])
        except select level, person_id, base_cents, rate_bp, piece_cents, quantity, cents, retained
        from commission_lines_in_force where transaction_id = sold.id)
      union all
      (select level, person_id, base_cents, rate_bp, piece_cents, quantity, cents, retained
        from commission_lines_in_force where transaction_id = sold.id
        except select level, person_id, base_cents, rate_bp, piece_cents, quantity, cents, retained
        from commission_of(plan, array[sold.id])))
    then
      digests := digests || (select corrected.digests from correct_commission(sold.id, null) corrected);
      sales := sales + 1;
    end if;
  end loop;
  digests := array_remove(digests, null);
  return next;
end $$;
