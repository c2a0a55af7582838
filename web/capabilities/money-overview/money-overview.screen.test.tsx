import { type MoneyFigure, readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { linkToDue, linkToJournal, linkToOwed, linkToRevenue } from './journal-link.ts';
import { overviewTexts as texts } from './money-overview.texts.ts';

const months = ['2026-10', '2026-11'];
const figure = (amount: number, account: number, month?: string): MoneyFigure => ({
  amount,
  journal: { account, from: month ? `${month}-01` : null, to: month ? `${month}-28` : null, kind: null },
});

function overviewOf(amount: number) {
  return {
    owed: {
      held: amount,
      payable: amount * 2,
      paid: figure(0, 2000, '2026-11'),
      months: months.map((month) => ({ month, held: amount, payable: amount, paid: figure(amount, 2000, month) })),
    },
    revenue: {
      recognised: amount * 7,
      months: months.map((month) => ({
        month,
        product: figure(amount * 10, 4000, month),
        shipping: figure(0, 4010, month),
        storage: figure(0, 4020, month),
        discounts: figure(amount, 4900, month),
        refunds: figure(amount * 2, 4910, month),
        chargebacks: figure(0, 4920, month),
        recognised: amount * 7,
      })),
    },
    deferred: {
      now: figure(amount * 3, 2100),
      months: months.map((month) => ({ month, balance: figure(amount * 3, 2100, month) })),
    },
    refunds_waiting: 2,
    differences: 5,
  };
}
const sites = answerWith(listDomains, []);

const everyTab = [
  'money.overview',
  'refunds.administer',
  'commissions.administer',
  'payouts.administer',
  'storage.administer',
  'reconciliation.administer',
  'journal.read',
  'money.settings',
];

describeScreen(
  'MoneyOverviewScreen',
  {
    page: '/money/overview',
    as: memberOf(Plan.superAdmin),
    answers: [answerWith(readMoneyOverview, overviewOf(100)), sites],
    reads: { route: readMoneyOverview, waiting: texts.loading, failed: texts.failed },
    empty: {
      answers: [answerWith(readMoneyOverview, overviewOf(0)), sites],
      shows: [texts.owed.none, texts.revenue.none, texts.deferred.none],
    },
    filled: ['$200.00', '$700.00', '$300.00', texts.owed.title, texts.revenue.title, texts.deferred.title, '$1,000.00'],
  },
  () => {
    test('the revenue recognised of each month opens the entries of that month', async () => {
      server.answer(readMoneyOverview, overviewOf(100));
      server.answer(listDomains, []);
      await openScreen({ page: '/money/overview', as: memberOf(Plan.superAdmin) });
      const rows = [...document.querySelectorAll('table tbody tr')].map(({ lastElementChild }) => lastElementChild);
      const cells = rows.filter((cell) => cell?.textContent === '$700.00');
      expect(cells.map((cell) => decodeURIComponent(cell?.querySelector('a')?.getAttribute('href') ?? ''))).toEqual([
        '/money/journal?f.account=revenue&f.dates=2026-11-01..2026-11-28',
        '/money/journal?f.account=revenue&f.dates=2026-10-01..2026-10-28',
      ]);
    });

    test('the tabs of money stand in the order of the work', async () => {
      server.answer(readMoneyOverview, overviewOf(100));
      server.answer(listDomains, []);
      await openScreen({ page: '/money/overview', as: memberOf(Plan.superAdmin), may: everyTab });
      const tabs = [...document.querySelectorAll('nav[aria-label="Money"] a')].map(({ textContent }) => textContent);
      expect(tabs.join(' · ')).toBe(
        'Overview · Refunds · Commissions · Payouts · Plans · Storage · Reconciliation · Journal · Settings',
      );
    });
  },
);

test('a figure opens the journal of its account, days and site', () => {
  expect(linkToJournal({ account: 4000, from: '2026-11-01', to: '2026-11-30', kind: null }, '2')).toMatchObject({
    to: '/money/journal',
    search: { 'f.account': 4000, 'f.dates': '2026-11-01..2026-11-30', 'f.domain': '2' },
  });
  expect(linkToJournal({ account: 2000, from: null, to: null, kind: 'payout' }, '').search).toEqual({
    'f.account': 2000,
    'f.kind': 'payout',
  });
});

test('what is held and what is payable open their lines of commission, on the chosen site', () => {
  expect(linkToOwed('held', '2')).toMatchObject({
    to: '/money/commissions',
    search: { 'f.owed': 'held', 'f.domain': '2' },
  });
  expect(linkToOwed('payable', '')).toMatchObject({ search: { 'f.owed': 'payable' } });
  expect(linkToDue('2026-10', '2', 'held').search).toEqual({
    'f.owed': 'held',
    'f.due': '2026-10',
    'f.domain': '2',
  });
  expect(linkToDue('2026-10', '').search).toEqual({ 'f.owed': 'all', 'f.due': '2026-10' });
});

test('revenue recognised in a month opens the entries of all its accounts', () => {
  const journal = { account: 4000, from: '2026-10-01', to: '2026-10-31', kind: null };
  expect(linkToRevenue(journal, '').search).toEqual({
    'f.account': 'revenue',
    'f.dates': '2026-10-01..2026-10-31',
  });
});
