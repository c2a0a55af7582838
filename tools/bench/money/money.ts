import { parseArgs } from 'node:util';
import { JOURNAL_ENTRIES_PER_PAGE } from '@vialkeep/contract/journal.ts';
import { compareCalls } from '../compare-calls.ts';
import { type Caller, openMoney, timeVerify, verifyScene } from './money-scene.ts';
import { compareRuns } from './payout-run.ts';
import { upgradeJournal } from './upgrade.ts';

/**
 * `npm run bench:money`: measures whether commissions, journal and balances are as fast with a million sales and their
 * lines as with ten thousand, how long a payout run takes, and the upgrade of as many sales to the journal with a kill in
 * the middle. `--small` and `--large` set other sizes, `--upgrade` another number of sales to post, 0 for none.
 * `--short` is for a quick run: it reports without targets.
 */
const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    small: { type: 'string' },
    large: { type: 'string' },
    upgrade: { type: 'string' },
  },
});
const few = Number(asked.small ?? (asked.short ? 2_000 : 10_000));
const many = Number(asked.large ?? (asked.short ? 20_000 : 1_000_000));
const upgraded = Number(asked.upgrade ?? many);
const pace = asked.short ? { rounds: 4, each: 5, warmUp: 5 } : { rounds: 16, each: 10, warmUp: 10 };
const RUN_REPEATS = 2;
const MOST_RATIO = 3;

const OWN = '/api/v1/commissions/own/';
const JOURNAL = '/api/admin/journal/';

type MeasuredCall = { readonly caller: Caller; readonly path: (entries: number) => string };

const [lastMonth, monthBefore] = [monthAgo(1), monthAgo(2)];

/** The measured calls, by what a user does; the number of entries gives the offset of the deepest page. */
const calls: Readonly<Record<string, MeasuredCall>> = {
  'my commissions: rep': { caller: 'rep', path: () => OWN },
  'my commissions: rep, a month': { caller: 'rep', path: () => `${OWN}?month=${lastMonth}` },
  'my commissions: rep, payable': { caller: 'rep', path: () => `${OWN}?state=payable` },
  'my commissions: rep, paid': { caller: 'rep', path: () => `${OWN}?state=paid` },
  'my commissions: distributor': { caller: 'distributor', path: () => OWN },
  'my commissions: distributor, a month': { caller: 'distributor', path: () => `${OWN}?month=${lastMonth}` },
  'journal: first page': { caller: 'super', path: () => JOURNAL },
  'journal: deepest page': {
    caller: 'super',
    path: (entries) => `${JOURNAL}?offset=${entries - JOURNAL_ENTRIES_PER_PAGE}`,
  },
  'journal: first page, one site': { caller: 'admin', path: () => JOURNAL },
  'balances of a month': {
    caller: 'super',
    path: () => `${JOURNAL}balances/?from=${monthBefore}-01&to=${lastDayOf(monthBefore)}`,
  },
  'balances of 100 days': { caller: 'super', path: () => `${JOURNAL}balances/?from=${dayAgo(110)}&to=${dayAgo(10)}` },
  'balances of all': { caller: 'super', path: () => `${JOURNAL}balances/` },
  'balances of all, one site': { caller: 'admin', path: () => `${JOURNAL}balances/` },
};

// The upgrade mostly waits for its next minute, so that the other networks are filled meanwhile.
const upgrading = upgraded > 0 ? upgradeJournal(upgraded) : Promise.resolve(true);
upgrading.catch(() => {});
await using small = await openMoney(few);
await using large = await openMoney(many);
const isUpgraded = await upgrading;
const areMet = await compareCalls({
  labels: [`${few}`, `${many}`],
  calls: Object.entries(calls).map(([name, { caller, path }]) => ({
    name,
    first: async () => (await small.ask(caller, 'GET', path(small.entries))).ms,
    second: async () => (await large.ask(caller, 'GET', path(large.entries))).ms,
  })),
  pace,
  mostRatio: asked.short ? null : MOST_RATIO,
  judge: 'each call',
});
const isRunMade = await compareRuns(small, large, RUN_REPEATS);
const areRowsRight = await verifyScene(small);
await timeVerify(large);
process.exitCode = areMet && isRunMade && isUpgraded && areRowsRight ? 0 : 1;

function monthAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
