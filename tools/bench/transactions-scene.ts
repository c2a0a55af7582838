import type pg from 'pg';
import { type OwnServer, openOwnServer } from './own-server.ts';

export type Ledger = {
  readonly transactions: number;
  readonly server: OwnServer;
  readonly token: string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts the product, of another checkout if named, with this many transactions of the last three years. */
export async function sell(transactions: number, checkout?: string): Promise<Ledger> {
  const server = await openOwnServer('transactions', (owner) => fill(owner, transactions), checkout);
  try {
    const token = await server.logIn('super@vialkeep.test');
    return { transactions, server, token, [Symbol.asyncDispose]: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The same users at every size: 200 centers, 50 reps, 10 managers, 3 distributors and 5,000 patients. */
const PEOPLE = { 2: 5_000, 3: 50, 4: 200, 5: 50, 6: 10, 8: 3 };
const AT_ONCE = 50_000;

async function fill(owner: pg.Client, howMany: number): Promise<void> {
  for (const [plan, count] of Object.entries(PEOPLE)) {
    await owner.query(
      `insert into users (domain_id, plan_id, email, first_name, last_name, company)
       select id, $1::int, 'bench' || $1 || '-' || n || '@bench.test', 'Plan' || $1, 'Number ' || n,
         case when $1 in (4, 5) then 'Company ' || n else '' end
       from domains, generate_series(1, $2::int) n where is_main`,
      [Number(plan), count],
    );
  }
  for (let done = 0; done < howMany; done += AT_ONCE) {
    await owner.query(
      `with people as materialized (
         select plan_id, array_agg(id order by id) as ids from users where email like 'bench%@bench.test' group by plan_id),
       of as materialized (select
         (select ids from people where plan_id = 2) as patients, (select ids from people where plan_id = 3) as reps,
         (select ids from people where plan_id = 4) as centers, (select ids from people where plan_id = 5) as referrals,
         (select ids from people where plan_id = 6) as managers, (select ids from people where plan_id = 8) as distributors,
         (select id from domains where is_main) as site)
       insert into transactions (domain_id, date, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
         harvest_fee_cents, discount_cents, charged_cents, charged_quantity, coupon_code, center_id, referral_center_id,
         patient_id, rep_id, manager_id, distributor_id, commission_paid, gateway, gateway_id, invoice_id, description,
         receipt_email)
       select site, now() - n * (interval '3 years' / $3::int), centers[1 + n % 200],
         (array[1, 2, 3, 8, 9, 10, 11, 12, 13, 14])[1 + n % 10], 1, 10000 + n % 5000, 10000 + n % 5000, 0, 0, 0,
         10000 + n % 5000, 1, case when n % 9 = 0 then 'WELCOME100' else '' end, centers[1 + n % 200],
         case when n % 5 = 0 then referrals[1 + n % 50] end, case when n % 2 = 0 then patients[1 + n % 5000] end,
         reps[1 + n % 50], managers[1 + n % 10], distributors[1 + n % 3], n % 3 <> 0, 'bench', 'b' || n, n, 'Bench',
         'bench@bench.test'
       from of, generate_series($1::int + 1, $2::int) n`,
      [done, Math.min(done + AT_ONCE, howMany), howMany],
    );
  }
  await owner.query('vacuum analyze users');
  await owner.query('vacuum analyze transactions');
  await owner.query('vacuum analyze transaction_tallies');
  await owner.query('vacuum analyze transaction_months');
}
