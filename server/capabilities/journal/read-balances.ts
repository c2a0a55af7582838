import { accountName, journalAccounts, readBalances } from '@vialkeep/contract/journal.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { isWithin } from './journal.queries.ts';

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

/** The sums by day: unlike those by month, they do not grow with the number of people. */
async function readSums(db: Db, actor: Actor, query: Call<typeof readBalances>['query']): Promise<readonly Sum[]> {
  const { rows } = await sql<Sum>`
    select account, sum(debit_cents)::float8 as debit, sum(credit_cents)::float8 as credit from journal_days
    where account > 0 and ${isWithin('journal_days', actor, query)} group by account`.execute(db);
  return rows;
}
