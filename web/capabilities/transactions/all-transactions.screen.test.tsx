import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { ListedTransaction, listTransactions, readRevenue } from '@vialkeep/contract/transactions.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.all;
const visit = { page: '/all-transaction-report', as: memberOf(Plan.superAdmin) };
const found = sample(listTransactions.answer, {
  count: 1,
  total_amount: 4250,
  results: [sample(ListedTransaction, { id: 9001 })],
});
const none = { ...found, count: 0, total_amount: 0, results: [] };

describeScreen('AllTransactionsScreen', {
  ...visit,
  answers: [
    answered(listTransactions, found),
    answered(readRevenue, sample(readRevenue.answer)),
    answered(listDomains, []),
    answered(listProductOptions, []),
  ],
  reads: { route: listTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answered(listTransactions, none)], shows: [texts.total('0')] },
  filled: [texts.title, '#9001', texts.amount('$4,250.00')],
});
