import type pg from 'pg';
import { addPeople, addSales, PAID_FROM_MONTH, type SaleRange, withoutJournal } from './bench-sales.ts';

const AT_ONCE = 20_000;
/** Sales of more months ago had been paid when their plan was adopted. */
const ADOPTED_MONTHS_AGO = 24;

const monthsAgo = (months: number) => `month_of((day_of(now()) - interval '${months} months')::date)`;

/**
 * Fills a stopped product with sales of three years, their commission lines, the monthly payout runs and the journal of all
 * of it. Rows are written without triggers and foreign keys, by the product's own functions where they compute a value;
 * `npm run verify` finds no fault in them.
 */
export async function fillMoney(owner: pg.Client, sales: number): Promise<void> {
  await addPeople(owner);
  await addEarlierPlan(owner);
  await addPaidRuns(owner);
  await withoutJournal(owner, async () => {
    for (let done = 0; done < sales; done += AT_ONCE) {
      const range = await addSales(owner, done + 1, Math.min(done + AT_ONCE, sales), sales);
      await withoutTriggers(owner, () => addLines(owner, range));
    }
  });
  await withoutTriggers(owner, async () => {
    await addPayments(owner);
    await sumJournal(owner);
  });
  // Otherwise the job of the opening walks through all sales before it seals the journal.
  await owner.query(`update backfills set finished_at = now() where name = 'journal-sales'`);
  await owner.query('vacuum analyze');
}

async function withoutTriggers(owner: pg.Client, task: () => Promise<void>): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await task();
  await owner.query('set session_replication_role = origin');
}

/** The rules of the demo network's plan, for the years before it. */
async function addEarlierPlan(owner: pg.Client): Promise<void> {
  await owner.query(
    `with network as (select * from commission_plans where name = 'Network plan'),
     earlier as (
       insert into commission_plans (name, starts_on, hold_days, house_id, made_by)
       select 'Earlier plan', day_of(now()) - 1200, hold_days, house_id, made_by from network returning id)
     insert into commission_rules (plan_id, level, product_ids, rate_bp, piece_cents, base, words)
     select earlier.id, level, product_ids, rate_bp, piece_cents, base, words
     from earlier, commission_rules where plan_id = (select id from network)`,
  );
  await owner.query(
    `update commission_plans set state = 'adopted', adopted_at = now(),
       ends_on = (select starts_on - 1 from commission_plans where name = 'Network plan')
     where name = 'Earlier plan'`,
  );
  await owner.query(
    `insert into commission_backlogs (plan_id, domain_id, finished_at)
     select plan.id, domains.id, now() from commission_plans plan, domains where plan.name = 'Earlier plan'`,
  );
}

/** A run for the sales of each month, paid on the first day of the month after the next. */
async function addPaidRuns(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into payout_runs (domain_id, cutoff, state, made_by, made_at, approved_by, approved_at, approvals)
     select domains.id, (month + interval '1 month')::date - 1, 'paid', users.id, month + interval '2 months', users.id,
       month + interval '2 months', 1
     from domains, users, generate_series(${monthsAgo(ADOPTED_MONTHS_AGO)}, ${monthsAgo(PAID_FROM_MONTH)}, '1 month') month
     where is_main and users.email = 'super@vialkeep.test' order by month`,
  );
}

/** The journal entries of these sales, their commission lines and the entries of the lines. */
async function addLines(owner: pg.Client, { first, last }: SaleRange): Promise<void> {
  await owner.query('select post_sales(array(select generate_series($1::int, $2::int)))', [first, last]);
  await owner.query(
    `insert into commission_lines (domain_id, person_id, level, kind, transaction_id, rule_id, version, base_cents, rate_bp,
       piece_cents, quantity, cents, earned_on, payable_on, retained, at, born_paid, payout_id, paid_on, paid_how)
     select sold.domain_id, line.person_id, line.level, 'earned', sold.id, line.rule_id, sold.version, line.base_cents,
       line.rate_bp, line.piece_cents, line.quantity, line.cents, coalesce(before.day, sale.day), sale.day + plan.hold_days,
       line.retained, coalesce(before.day, sold.date), before.day is not null, run.id,
       coalesce(before.day, day_of(run.approved_at)),
       case when before.day is not null then 'before' when run.id is not null then 'run' end
     from (
         select commission_plan_on(domain_id, day_of(date)) as id, array_agg(id order by id) as sales
         from transactions where id between $1 and $2 group by 1) by_plan
       join commission_plans plan on plan.id = by_plan.id
       cross join lateral commission_of(by_plan.id, by_plan.sales) line
       join transactions sold on sold.id = line.transaction_id
       cross join lateral (select day_of(sold.date) as day) sale
       left join (select ${monthsAgo(ADOPTED_MONTHS_AGO)} as day) before on sale.day < before.day
       left join payout_runs run on before.day is null and run.domain_id = sold.domain_id and run.state = 'paid'
         and month_of(run.cutoff) = month_of(sale.day)
     order by sold.id, line.level desc`,
    [first, last],
  );
  await owner.query(
    `with owed as materialized (
       select sold.domain_id, sold.date, line.transaction_id, 'earned:' || line.transaction_id || ':' || line.version as key,
         jsonb_agg(jsonb_build_array(side.account, side.cents, line.person_id, line.transaction_id, sold.product_id)
           order by line.id, side.account desc) as lines
       from commission_lines line join transactions sold on sold.id = line.transaction_id,
         lateral (values (5000, line.cents), (2000, -line.cents)) side (account, cents)
       where line.transaction_id between $1 and $2 and not line.retained and not line.born_paid and line.cents <> 0
       group by 1, 2, 3, 4
     ), posted as (
       insert into journal_entries (domain_id, at, day, kind, key, memo, digest)
       select domain_id, date, day_of(date), 'commission', key, 'Commission of transaction #' || transaction_id,
         journal_digest('commission', key, lines)
       from owed order by transaction_id returning id, key
     )
     insert into journal_lines (entry_id, n, domain_id, account, cents, person_id, transaction_id, product_id)
     select posted.id, line.n, owed.domain_id, (line.value ->> 0)::integer, (line.value ->> 1)::bigint,
       (line.value ->> 2)::integer, (line.value ->> 3)::integer, (line.value ->> 4)::integer
     from posted join owed using (key), jsonb_array_elements(owed.lines) with ordinality line (value, n)`,
    [first, last],
  );
}

/** The people of the paid runs, and the entries of their payments. */
async function addPayments(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into payout_people (run_id, person_id, domain_id, cents, state, paid_on, reference, approval, payee_name)
     select payout_id, person_id, domain_id, sum(cents), 'paid', paid_on, 'Bench', 1, 'Bench'
     from commission_lines where paid_how = 'run' group by 1, 2, 3, paid_on order by 1, 2`,
  );
  await owner.query(
    `with paid as materialized (
       select payee.*, 'paid:' || run_id || ':' || person_id as key, jsonb_build_array(
         jsonb_build_array(2000, cents, person_id, null, null), jsonb_build_array(1010, -cents, person_id, null, null)) as lines
       from payout_people payee where state = 'paid'
     ), posted as (
       insert into journal_entries (domain_id, at, day, kind, key, memo, digest)
       select domain_id, paid_on, paid_on, 'payout', key, 'Commission paid by payout run #' || run_id,
         journal_digest('payout', key, lines)
       from paid order by run_id, person_id returning id, key
     )
     insert into journal_lines (entry_id, n, domain_id, account, cents, person_id)
     select posted.id, line.n, paid.domain_id, (line.value ->> 0)::integer, (line.value ->> 1)::bigint, paid.person_id
     from posted join paid using (key), jsonb_array_elements(paid.lines) with ordinality line (value, n)`,
  );
}

/** The sums that the journal's trigger keeps. */
async function sumJournal(owner: pg.Client): Promise<void> {
  await owner.query('truncate journal_days, journal_months');
  await owner.query(
    `insert into journal_days (domain_id, account, day, entries, debit_cents, credit_cents)
     select line.domain_id, coalesce(line.account, 0), entry.day, count(distinct line.entry_id),
       sum(greatest(line.cents, 0)), sum(greatest(-line.cents, 0))
     from journal_lines line join journal_entries entry on entry.id = line.entry_id
     group by grouping sets ((line.domain_id, line.account, entry.day), (line.domain_id, entry.day))`,
  );
  await owner.query(
    `insert into journal_months (domain_id, account, person_id, month, debit_cents, credit_cents)
     select line.domain_id, line.account, coalesce(line.person_id, 0), month_of(entry.day),
       sum(greatest(line.cents, 0)), sum(greatest(-line.cents, 0))
     from journal_lines line join journal_entries entry on entry.id = line.entry_id group by 1, 2, 3, 4`,
  );
}
