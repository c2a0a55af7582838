import { Plan } from '@vialkeep/contract/plans.ts';
import {
  listDistributorTransactions,
  listManagerTransactions,
  listRepTransactions,
  readSales,
  SalesTransaction,
} from '@vialkeep/contract/transactions.ts';
import { answered, describeScreen } from '../../../testing/describe-screen.ts';
import { memberOf } from '../../../testing/people.ts';
import { sample } from '../../../testing/sample.ts';
import { transactionsTexts } from '../transactions.texts.ts';

const texts = transactionsTexts.reports;
const row = sample(SalesTransaction, { id: 9001, amount: 4250, product: [{ name: 'Harvesting Kit' }] });
const sales = answered(readSales, sample(readSales.answer));

describeScreen('RepReportScreen', {
  page: '/my-transaction-report',
  as: memberOf(Plan.salesRep),
  answers: [sales, answered(listRepTransactions, [row])],
  reads: { route: listRepTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answered(listRepTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.rep, '#9001', 'Harvesting Kit', texts.holds('1')],
});

describeScreen('ManagerReportScreen', {
  page: '/team-transaction-report',
  as: memberOf(Plan.salesManager),
  answers: [sales, answered(listManagerTransactions, [row])],
  reads: { route: listManagerTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answered(listManagerTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.manager, '#9001', 'Harvesting Kit'],
});

describeScreen('DistributorReportScreen', {
  page: '/manager-teams-transaction-report',
  as: memberOf(Plan.salesDistributor),
  answers: [sales, answered(listDistributorTransactions, [row])],
  reads: { route: listDistributorTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answered(listDistributorTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.distributor, '#9001', 'Harvesting Kit'],
});
