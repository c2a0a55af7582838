import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { ListedTransaction, listTransactions, readRevenue } from '@vialkeep/contract/transactions.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.all;
const visit = { page: '/all-transaction-report', as: memberOf(Plan.superAdmin) };
const found = buildSample(listTransactions.answer, {
  count: 1,
  total_amount: 4250,
  results: [buildSample(ListedTransaction, { id: 9001 })],
});
const none = { ...found, count: 0, total_amount: 0, results: [] };

describeScreen('AllTransactionsScreen', {
  ...visit,
  answers: [
    answerWith(listTransactions, found),
    answerWith(readRevenue, buildSample(readRevenue.answer)),
    answerWith(listDomains, []),
    answerWith(listProductOptions, []),
  ],
  reads: { route: listTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answerWith(listTransactions, none)], shows: [texts.total('0')] },
  filled: [texts.title, '#9001', texts.amount('$4,250.00')],
});
