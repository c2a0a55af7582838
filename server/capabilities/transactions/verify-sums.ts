import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type SumFault = { readonly about: string; readonly fault: string };

/** Compares the daily totals with the transactions, and the monthly totals with the daily ones. */
export async function verifySums(db: Db): Promise<SumFault[]> {
  const { rows } = await sql<SumFault>`
    with counted as (
      select sold.domain_id, key.kind, key.value, day_of(sold.date) as day, coalesce(key.part, 0) as part,
        count(*) as n, sum(sold.amount_cents) as cents, count(*) filter (where not commission_paid) as unpaid_n,
        coalesce(sum(sold.amount_cents) filter (where not commission_paid), 0) as unpaid_cents
      from transactions sold, sales_total_keys(sold.product_id, sold.center_id, sold.referral_center_id, sold.rep_id,
        sold.manager_id, sold.distributor_id, sold.affiliate_id) key
      where key.value is not null
      group by 1, 2, 3, 4, 5
    ), days as (
      select kind, value, 'day' as period from counted
        full join transaction_tallies kept using (domain_id, kind, value, day, part)
      where ${differ('counted')}
    ), summed as (
      select domain_id, kind, value, month_of(day) as month, part, sum(n) as n, sum(cents) as cents,
        sum(unpaid_n) as unpaid_n, sum(unpaid_cents) as unpaid_cents
      from transaction_tallies group by 1, 2, 3, 4, 5
    ), months as (
      select kind, value, 'month' as period from summed
        full join transaction_months kept using (domain_id, kind, value, month, part)
      where ${differ('summed')}
    )
    select 'Sales by ' || kind || ' #' || value as about, count(*) || ' sums by ' || period || ' do not hold' as fault
    from (select * from days union all select * from months) wrong
    group by kind, value, period
    order by 1, 2`.execute(db);
  return [...rows];
}

/** A missing row counts as 0, because a correction can leave a total of 0 behind. */
function differ(reckoned: 'counted' | 'summed') {
  const sums = ['n', 'cents', 'unpaid_n', 'unpaid_cents'];
  const same = sums.map(
    (sum) => sql`coalesce(${sql.ref(`${reckoned}.${sum}`)}, 0) = coalesce(${sql.ref(`kept.${sum}`)}, 0)`,
  );
  return sql`not (${sql.join(same, sql` and `)})`;
}
