import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type OwedMonth = { readonly month: string; readonly held: number; readonly payable: number };

/** Unpaid commission by the month in which it falls due, from the index of what is owed. */
export async function readOwed(db: Db, sites: readonly number[]): Promise<readonly OwedMonth[]> {
  const { rows } = await sql<OwedMonth>`
    select to_char(payable_on, 'YYYY-MM') as month,
      coalesce(sum(cents) filter (where payable_on > day_of(now())), 0)::float8 as held,
      coalesce(sum(cents) filter (where payable_on <= day_of(now())), 0)::float8 as payable
    from commission_lines
    where domain_id = any (${sites}::integer[]) and paid_on is null and not retained
    group by 1`.execute(db);
  return rows;
}

/** What was paid out since a day, by month; a payment that came back counts against its month. */
export async function readPaid(db: Db, sites: readonly number[], since: string) {
  const { rows } = await sql<{ month: string; cents: number }>`
    select to_char(entry.day, 'YYYY-MM') as month, sum(line.cents)::float8 as cents
    from journal_entries entry join journal_lines line on line.entry_id = entry.id
    where entry.domain_id = any (${sites}::integer[]) and entry.kind = 'payout' and entry.day >= ${since}::date
      and line.account = 2000
    group by 1`.execute(db);
  return new Map(rows.map(({ month, cents }) => [month, cents]));
}

export type AccountMonth = { readonly account: number; readonly month: string; readonly credit: number };

/** Credits less debits of some accounts by month, from the sums of the journal. */
export async function readAccountMonths(db: Db, sites: readonly number[], accounts: readonly number[], since: string) {
  const { rows } = await sql<AccountMonth>`
    select account, to_char(month, 'YYYY-MM') as month, sum(credit_cents - debit_cents)::float8 as credit
    from journal_months
    where domain_id = any (${sites}::integer[]) and account = any (${accounts}::integer[]) and month >= ${since}::date
    group by 1, 2`.execute(db);
  return rows;
}
