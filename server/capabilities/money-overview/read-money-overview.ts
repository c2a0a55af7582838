import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import {
  MONTHS_AHEAD,
  type MoneyFigure,
  OVERVIEW_MONTHS,
  readMoneyOverview,
} from '@vialkeep/contract/money-overview.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { openDifferences } from '../reconciliation/index.ts';
import { openRefunds } from '../refunds/index.ts';
import { type AccountMonth, type OwedMonth, readAccountMonths, readOwed, readPaid } from './money-overview.queries.ts';

const PAYABLE = 2000;
const DEFERRED = 2100;
const REVENUE = { product: 4000, shipping: 4010, storage: 4020 } as const;
const LESS = { discounts: 4900, refunds: 4910, chargebacks: 4920 } as const;
const BEGINNING = '0001-01-01';

/** Reads sums by month and indexes only, so that it costs the same at any number of sales. */
export const readMoneyOverviewHandler = handle(readMoneyOverview, async ({ actor, db, query, services }) => {
  const sites = await sitesSeen(services, actor, query.domain_id);
  const months = monthsUntil(new Date(), OVERVIEW_MONTHS);
  const since = firstDay(months[0] ?? '');
  const [owed, paid, revenue, deferred, refunds, differences] = await Promise.all([
    readOwed(db, sites),
    readPaid(db, sites, since),
    readAccountMonths(db, sites, [...Object.values(REVENUE), ...Object.values(LESS)], since),
    readAccountMonths(db, sites, [DEFERRED], BEGINNING),
    count(openRefunds(db, actor).where('domain_id', 'in', sites)),
    countDifferences(db, actor, query.domain_id),
  ]);
  return {
    owed: presentOwed(owed, paid, months),
    revenue: presentRevenue(revenue, months),
    deferred: presentDeferred(deferred, months),
    refunds_waiting: refunds,
    differences,
  };
});

/** The sites whose money the actor sees; a site of others has none, as in the journal. */
async function sitesSeen({ domains }: Services, { scope }: Actor, asked: number | undefined): Promise<number[]> {
  const seen = (await domains.all()).map(({ id }) => id).filter((id) => scope === 'platform' || scope === id);
  const chosen = seen.filter((id) => asked === undefined || id === asked);
  // No site has this number, so that a list of none is still a list.
  return chosen.length > 0 ? chosen : [0];
}

type Counted = ReturnType<typeof openRefunds>;

async function count(rows: Counted): Promise<number> {
  const { n } = await rows.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return n;
}

/** Those of no site count where every site is asked for. */
async function countDifferences(db: Db, actor: Actor, asked: number | undefined): Promise<number> {
  const { n } = await openDifferences(db, actor)
    .$if(asked !== undefined, (rows) => rows.where('domain_id', '=', asked ?? 0))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

function presentOwed(owed: readonly OwedMonth[], paid: ReadonlyMap<string, number>, months: readonly string[]) {
  const byMonth = new Map(owed.map((row) => [row.month, row]));
  const total = (side: 'held' | 'payable') => owed.reduce((sum, row) => sum + row[side], 0);
  const now = months.at(-1) ?? '';
  return {
    held: dollarsOf(total('held')),
    payable: dollarsOf(total('payable')),
    paid: paidFigure(paid.get(now) ?? 0, now),
    months: [...months, ...monthsAfter(now, MONTHS_AHEAD)].map((month) => ({
      month,
      held: dollarsOf(byMonth.get(month)?.held ?? 0),
      payable: dollarsOf(byMonth.get(month)?.payable ?? 0),
      paid: paidFigure(paid.get(month) ?? 0, month),
    })),
  };
}

function presentRevenue(sums: readonly AccountMonth[], months: readonly string[]) {
  const credits = new Map(sums.map(({ account, month, credit }) => [`${account} ${month}`, credit]));
  const rows = months.map((month) => {
    const credit = (account: number) => credits.get(`${account} ${month}`) ?? 0;
    const earned = (account: number) => figure(credit(account), account, month);
    const lost = (account: number) => figure(-credit(account), account, month);
    const all = [...Object.values(REVENUE), ...Object.values(LESS)];
    return {
      month,
      product: earned(REVENUE.product),
      shipping: earned(REVENUE.shipping),
      storage: earned(REVENUE.storage),
      discounts: lost(LESS.discounts),
      refunds: lost(LESS.refunds),
      chargebacks: lost(LESS.chargebacks),
      recognised: dollarsOf(all.reduce((sum, account) => sum + credit(account), 0)),
    };
  });
  return { recognised: rows.at(-1)?.recognised ?? 0, months: rows };
}

/** The balance at the end of a month is the sum of all months until then. */
function presentDeferred(sums: readonly AccountMonth[], months: readonly string[]) {
  const until = (month: string) => sums.reduce((sum, row) => sum + (row.month <= month ? row.credit : 0), 0);
  return {
    now: figure(until(months.at(-1) ?? ''), DEFERRED),
    months: months.map((month) => ({
      month,
      balance: {
        ...figure(until(month), DEFERRED),
        journal: { account: DEFERRED, from: null, to: lastDay(month), kind: null },
      },
    })),
  };
}

/** Without a month it is a sum over all days. */
function figure(cents: number, account: number, month?: string): MoneyFigure {
  // A sum of nothing is 0 and not -0.
  const amount = dollarsOf(cents === 0 ? 0 : cents);
  const days = month === undefined ? { from: null, to: null } : { from: firstDay(month), to: lastDay(month) };
  return { amount, journal: { account, ...days, kind: null } };
}

/** What is owed also changes when commission is earned or taken back, so that only payouts are the sum of what was paid. */
function paidFigure(cents: number, month: string): MoneyFigure {
  const { amount, journal } = figure(cents, PAYABLE, month);
  return { amount, journal: { ...journal, kind: 'payout' } };
}

function monthsUntil(now: Date, number: number): string[] {
  return Array.from({ length: number }, (_, at) => monthAt(now.getUTCFullYear(), now.getUTCMonth() - number + 1 + at));
}

function monthsAfter(month: string, number: number): string[] {
  const [year = 0, ordinal = 1] = month.split('-').map(Number);
  return Array.from({ length: number }, (_, at) => monthAt(year, ordinal + at));
}

/** 'YYYY-MM' of a month that counts from 0 and may lie in another year. */
function monthAt(year: number, index: number): string {
  return new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 7);
}

function firstDay(month: string): string {
  return `${month}-01`;
}

function lastDay(month: string): string {
  const [year = 0, ordinal = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, ordinal, 0)).toISOString().slice(0, 10);
}
