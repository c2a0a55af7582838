import { Plan } from '@vialkeep/contract/plans.ts';
import { CenterTransaction, listCenterTransactions } from '@vialkeep/contract/transactions.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.history;
const row = sample(CenterTransaction, { id: 9001, amount: 4250, product: [{ name: 'Harvesting Kit' }] });

describeScreen('CenterHistoryScreen', {
  page: '/hc-transaction-history',
  as: memberOf(Plan.harvestCenter),
  answers: [answered(listCenterTransactions, [row])],
  reads: { route: listCenterTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answered(listCenterTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.title, '#9001', 'Harvesting Kit', texts.noPatient],
});
