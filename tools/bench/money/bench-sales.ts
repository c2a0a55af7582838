import type pg from 'pg';

/** The same people at every size. A thousand of them sell, and a run of the small network pays each of these as well. */
const PEOPLE = { 2: 1_000, 3: 250, 4: 200, 6: 250, 8: 250, 11: 250 };

/** The month of a sale, counted back from the present one, from which on its commission was paid. */
export const PAID_FROM_MONTH = 3;

/** Creates the people; those who sell have the password of the demo network. */
export async function addPeople(owner: pg.Client): Promise<void> {
  for (const [plan, count] of Object.entries(PEOPLE)) {
    await owner.query(
      `insert into users (domain_id, plan_id, email, first_name, last_name, company, password_hash, check_agreement)
       select domain_id, $1::int, 'bench' || $1 || '-' || n || '@bench.test', 'Plan' || $1, 'Number ' || n,
         case when $1 = 4 then 'Company ' || n else '' end, password_hash, check_agreement
       from users, generate_series(1, $2::int) n where email = 'rep@vialkeep.test'`,
      [Number(plan), count],
    );
  }
}

export type SaleRange = { readonly first: number; readonly last: number };

/**
 * Sells from the `from`-th to the `to`-th of `all` sales of the last three years, the oldest first. Returns their ids. The
 * caller has switched the journal's trigger off.
 */
export async function addSales(owner: pg.Client, from: number, to: number, all: number): Promise<SaleRange> {
  const { rows } = await owner.query<SaleRange>(
    `with people as materialized (
       select plan_id, array_agg(id order by id) as ids from users where email like 'bench%@bench.test' group by plan_id),
     of as materialized (select
       (select ids from people where plan_id = 2) as patients, (select ids from people where plan_id = 3) as reps,
       (select ids from people where plan_id = 4) as centers, (select ids from people where plan_id = 6) as managers,
       (select ids from people where plan_id = 8) as distributors, (select ids from people where plan_id = 11) as affiliates,
       (select id from domains where is_main) as site),
     sold as (
       insert into transactions (domain_id, date, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
         harvest_fee_cents, discount_cents, charged_cents, charged_quantity, coupon_code, center_id, patient_id, rep_id,
         manager_id, distributor_id, affiliate_id, commission_paid, gateway, gateway_id, invoice_id, description, receipt_email)
       select site, date, centers[1 + n % 200], (array[1, 2, 3, 8, 9])[1 + n % 5], 1, 300000 + n % 5000, 300000 + n % 5000,
         0, 0, 0, 300000 + n % 5000, 1, '', centers[1 + n % 200], case when n % 2 = 0 then patients[1 + n % 1000] end,
         reps[1 + n % 250], managers[1 + n % 250], distributors[1 + n % 250], affiliates[1 + n % 250],
         month_of(day_of(date)) <= month_of((day_of(now()) - interval '${PAID_FROM_MONTH} months')::date),
         'bench', 'b' || n, n, 'Bench', 'bench@bench.test'
       from of, generate_series($1::int, $2::int) n,
         lateral (select now() - ($3::int - n) * (interval '3 years' / $3::int) as date) moment
       order by n
       returning id)
     select min(id) as first, max(id) as last from sold`,
    [from, to, all],
  );
  const [range] = rows;
  if (!range) throw new Error('No sale was made.');
  return range;
}

/** Runs a task while new sales post nothing to the journal. */
export async function withoutJournal(owner: pg.Client, task: () => Promise<void>): Promise<void> {
  await owner.query('alter table transactions disable trigger sales_enter_journal');
  await task();
  await owner.query('alter table transactions enable trigger sales_enter_journal');
}
