import { AccountBalance, JournalEntry, JournalLine, listJournal, readBalances } from '@vialkeep/contract/journal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { DomainOption, listDomains } from '@vialkeep/contract/sites.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
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
const earned = { ...account, code: 4000, name: 'Product revenue', debit: 0, credit: 320, balance: -320 };
const balances = { accounts: [account, earned], total_debit: 320, total_credit: 320 };
const sites = answerWith(listDomains, []);

describeScreen(
  'JournalScreen',
  {
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
  },
  () => {
    test('the trial balance is downloaded with its total in the last row, named by site and days', async () => {
      server.answer(listJournal, page);
      server.answer(readBalances, balances);
      server.answer(listDomains, [buildSample(DomainOption, { value: 2, label: 'North' })]);
      const files: Blob[] = [];
      class FileAddress extends URL {
        static override createObjectURL(file: Blob) {
          files.push(file);
          return 'blob:file';
        }
        static override revokeObjectURL() {}
      }
      vi.stubGlobal('URL', FileAddress);
      onTestFinished(() => void vi.unstubAllGlobals());
      const names: string[] = [];
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        names.push(this.download);
      });
      const address = '/money/journal?f.dates=2026-10-01..2026-10-31';
      await openScreen({ page: '/money/journal', address, as: memberOf(Plan.superAdmin) });
      await pressControl(texts.downloadBalances);
      expect(names).toEqual(['trial-balance-North-from-2026-10-01-to-2026-10-31.csv']);
      expect(await files[0]?.text()).toBe(
        'Account,Name,Debit,Credit,Balance\r\n1000,Card receipts in transit,320,0,320\r\n4000,Product revenue,0,320,-320\r\nTOTAL,,320,320,0\r\n',
      );
    });
  },
);
