import { Plan } from '@vialkeep/contract/plans.ts';
import { CenterTransaction, listCenterTransactions } from '@vialkeep/contract/transactions.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.history;
const row = buildSample(CenterTransaction, { id: 9001, amount: 4250, product: [{ name: 'Harvesting Kit' }] });

describeScreen('CenterHistoryScreen', {
  page: '/hc-transaction-history',
  as: memberOf(Plan.harvestCenter),
  answers: [answerWith(listCenterTransactions, [row])],
  reads: { route: listCenterTransactions, waiting: transactionsTexts.loading },
  empty: { answers: [answerWith(listCenterTransactions, [])], shows: [texts.noneYet] },
  filled: [texts.title, '#9001', 'Harvesting Kit', texts.noPatient],
});
