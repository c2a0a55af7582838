import { Plan } from '@vialkeep/contract/plans.ts';
import {
  listDistributorTransactions,
  listManagerTransactions,
  listRepTransactions,
  readSales,
  SalesTransaction,
} from '@vialkeep/contract/transactions.ts';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { memberOf } from '../../../testing/people.ts';
import { transactionsTexts } from '../transactions.texts.ts';

const texts = transactionsTexts.reports;
const row = buildSample(SalesTransaction, { id: 9001, amount: 4250, product: [{ name: 'Harvesting Kit' }] });
const sales = answerWith(readSales, buildSample(readSales.answer));

describeScreen('RepReportScreen', {
  page: '/my-transaction-report',
  as: memberOf(Plan.salesRep),
  answers: [sales, answerWith(listRepTransactions, [row])],
  reads: { route: listRepTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answerWith(listRepTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.rep, '#9001', 'Harvesting Kit', texts.holds('1')],
});

describeScreen('ManagerReportScreen', {
  page: '/team-transaction-report',
  as: memberOf(Plan.salesManager),
  answers: [sales, answerWith(listManagerTransactions, [row])],
  reads: { route: listManagerTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answerWith(listManagerTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.manager, '#9001', 'Harvesting Kit'],
});

describeScreen('DistributorReportScreen', {
  page: '/manager-teams-transaction-report',
  as: memberOf(Plan.salesDistributor),
  answers: [sales, answerWith(listDistributorTransactions, [row])],
  reads: { route: listDistributorTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answerWith(listDistributorTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.distributor, '#9001', 'Harvesting Kit'],
});
