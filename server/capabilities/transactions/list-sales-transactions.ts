import { Plan } from '@vialkeep/contract/plans.ts';
import {
  listDistributorTransactions,
  listManagerTransactions,
  listRepTransactions,
} from '@vialkeep/contract/transactions.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf } from '../network/index.ts';
import { presentForSales } from './transactions.present.ts';
import { namesOf, peopleIn, selectTransactions } from './transactions.queries.ts';

/** Selected by the sales chain at the time of the sale (F125–F127). */
export const listRepTransactionsHandler = handle(listRepTransactions, soldBy(Plan.salesRep, 'rep_id'));
export const listManagerTransactionsHandler = handle(listManagerTransactions, soldBy(Plan.salesManager, 'manager_id'));
export const listDistributorTransactionsHandler = handle(
  listDistributorTransactions,
  soldBy(Plan.salesDistributor, 'distributor_id'),
);

function soldBy(plan: Plan, column: 'rep_id' | 'manager_id' | 'distributor_id') {
  return async ({ access, db, params }: Call<typeof listRepTransactions>) => {
    const seller = await authorizeAccountOf(access, db, params.id, plan);
    const rows = await selectTransactions(db).where(`transactions.${column}`, '=', seller.id).execute();
    const names = await namesOf(db, peopleIn(rows));
    return rows.map((row) => presentForSales(row, names));
  };
}
