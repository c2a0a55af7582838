import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { listTransactions } from '@vialkeep/contract/transactions.ts';
import { handle } from '../../kernel/http/handle.ts';
import { transactionPage } from './transaction-pages.ts';
import { filtersOf } from './transactions.filters.ts';
import { presentListed } from './transactions.present.ts';
import { namesOf, peopleIn } from './transactions.queries.ts';

/** One page of transactions with the number and the total of all that match (F140, F141). */
export const listTransactionsHandler = handle(listTransactions, async ({ actor, db, query }) => {
  const { rows, count, cents } = await transactionPage(db, await filtersOf(db, actor, query), query);
  const names = await namesOf(db, peopleIn(rows));
  return { count, total_amount: dollarsOf(cents), results: rows.map((row) => presentListed(row, names)) };
});
