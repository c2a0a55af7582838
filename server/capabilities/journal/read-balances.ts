import { accountName, journalAccounts, readBalances } from '@vialkeep/contract/journal.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { isWithin, sitesOf } from './journal.queries.ts';

export const readBalancesHandler = handle(readBalances, async ({ actor, db, query }) => {
  const sums = new Map((await readSums(db, actor, query)).map((sum) => [sum.account, sum]));
  const accounts = Object.keys(journalAccounts).map(Number);
  const total = (side: 'debit' | 'credit') => [...sums.values()].reduce((cents, sum) => cents + sum[side], 0);
  return {
    accounts: accounts.map((code) => {
      const { debit = 0, credit = 0 } = sums.get(code) ?? {};
      return {
        code,
        name: accountName(code),
        debit: dollarsOf(debit),
        credit: dollarsOf(credit),
        balance: dollarsOf(debit - credit),
      };
    }),
    total_debit: dollarsOf(total('debit')),
    total_credit: dollarsOf(total('credit')),
  };
});

type Sum = { account: number; debit: number; credit: number };

/** Whole months come from their sums; the days at both ends of the range from theirs. */
async function readSums(db: Db, actor: Actor, query: Call<typeof readBalances>['query']): Promise<readonly Sum[]> {
  const { from, to, domain_id } = query;
  const sites = sitesOf(actor, domain_id);
  const bySite = sites === null ? sql`true` : sql`domain_id = any (${sites}::integer[])`;
  const { rows } = await sql<Sum>`
    with asked as (
      select coalesce(${from ?? null}::date, '-infinity') as first, coalesce(${to ?? null}::date, 'infinity') as last
    ), whole as (
      -- the first and the last month that lie within the range as a whole
      select case when isfinite(first) then month_of((first + interval '1 month' - interval '1 day')::date) else first end as first,
        case when isfinite(last) then month_of(last + 1) else last end as after from asked
    ), summed as (
      select account, debit_cents, credit_cents from journal_months, whole
      where month >= whole.first and month < whole.after and ${bySite}
      union all
      select account, debit_cents, credit_cents from journal_days, whole
      where account > 0 and not (day >= whole.first and day < whole.after)
        and ${isWithin('journal_days', actor, query)}
    )
    select account, sum(debit_cents)::float8 as debit, sum(credit_cents)::float8 as credit from summed group by account`.execute(
    db,
  );
  return rows;
}
