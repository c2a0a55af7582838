import { AccountBalance, JournalEntry, JournalLine, listJournal, readBalances } from '@vialkeep/contract/journal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { journalTexts as texts } from './journal.texts.ts';

const receipts = buildSample(JournalLine, {
  account: 1000,
  account_name: 'Card receipts in transit',
  debit: 320,
  credit: 0,
  transaction_id: 1001,
});
const revenue = { ...receipts, account: 4000, account_name: 'Product revenue', debit: 0, credit: 320 };
const entry = buildSample(JournalEntry, {
  id: 1,
  site: 'Vialkeep',
  day: '2026-11-05',
  memo: 'Sale of transaction #1001',
  lines: [receipts, revenue],
});
const page = { results: [entry], count: 1, count_is_exact: true };
const account = buildSample(AccountBalance, {
  code: 1000,
  name: 'Card receipts in transit',
  debit: 320,
  credit: 0,
  balance: 320,
});
const balances = { accounts: [account], total_debit: 320, total_credit: 320 };
const sites = answerWith(listDomains, []);

describeScreen('JournalScreen', {
  page: '/money/journal',
  as: memberOf(Plan.superAdmin),
  answers: [answerWith(listJournal, page), answerWith(readBalances, balances), sites],
  reads: { route: listJournal, waiting: texts.loading },
  empty: {
    answers: [
      answerWith(listJournal, { ...page, results: [], count: 0 }),
      answerWith(readBalances, { accounts: [], total_debit: 0, total_credit: 0 }),
      sites,
    ],
    shows: [texts.noneYet, texts.noBalances],
  },
  filled: ['Sale of transaction #1001', '4000 Product revenue', 'Debit $320.00, credit $320.00', '1 entry'],
});
