import { MONTHS_SHOWN, type Sales } from '@vialkeep/contract/transactions.ts';
import type * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo, type PageLink } from '../../../kernel/navigation/link-to.ts';
import type { SearchKey } from '../../../kernel/navigation/page-path.ts';
import type { ChartPoint, ChartSeries } from '../../../ui/charts/chart-figure/chart-data.ts';
import { formatMonth } from '../../../ui/display/formats.ts';
import { transactionsTexts } from '../transactions.texts.ts';

const texts = transactionsTexts.plots;

/** The number of names that fit under the bars. */
const MOST_BARS = 12;
/** Twelve plots fit side by side; the last one sums up the rest. */
const MOST_NAMED = 11;
const QUIET_DAYS = 60;

/** The pages that list the rows behind a plot. */
export type ReportPath = (typeof addresses)['centerHistory' | 'repReport' | 'managerReport' | 'distributorReport'];
type ReportFilters = { readonly [Key in SearchKey<ReportPath>]?: string };

/** The link to a report's rows; undefined without a report. */
export function rowsOf(report: ReportPath | null, filters: ReportFilters): PageLink | undefined {
  return report ? linkTo(report, {}, filters) : undefined;
}

export const amountSeries: readonly ChartSeries[] = [{ key: 'amount', label: texts.amount }];

type SoldIn = { readonly months: readonly string[]; readonly sold: readonly { month: string; amount: number }[] };

export function amountPoints({ months, sold }: SoldIn, report: ReportPath | null): ChartPoint[] {
  return monthly(
    months,
    (month) => ({ amount: amountIn(sold, month) }),
    (month) => rowsOf(report, { 'f.month': month }),
  );
}

/** Reps, managers or products, by sales, largest first. Sales without a member appear only in the months. */
export function memberPoints({ by, parts, sold }: Sales, report: ReportPath | null): ChartPoint[] {
  return parts
    .map(({ id, name }) => ({
      id,
      name,
      amount: total(sold.filter(({ part }) => part === id).map((one) => one.amount)),
    }))
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, MOST_BARS)
    .map(({ id, name, amount }) => ({
      label: name,
      values: { amount },
      rows: rowsOf(report, by === 'product' ? { 'f.product': name } : { [`f.${by}` as const]: String(id) }),
    }));
}

/** One series for each top seller, and one for all others. */
export function teamSeries({ parts, sold }: Sales): { series: ChartSeries[]; of: (part: number) => string } {
  const amountOf = (id: number) => total(sold.filter(({ part }) => part === id).map(({ amount }) => amount));
  const named = parts.toSorted((a, b) => amountOf(b.id) - amountOf(a.id)).slice(0, MOST_NAMED);
  const isRest = (part: number) => !named.some(({ id }) => id === part);
  const rest = sold.some(({ part }) => isRest(part)) ? [{ key: 'rest', label: texts.others }] : [];
  return {
    series: [...named.map(({ id, name }) => ({ key: String(id), label: name })), ...rest],
    of: (part) => (isRest(part) ? 'rest' : String(part)),
  };
}

type Team = ReturnType<typeof teamSeries>;

export function teamPoints({ months, sold }: Sales, { series, of }: Team, report: ReportPath | null): ChartPoint[] {
  return monthly(
    months,
    (month) => {
      const values = Object.fromEntries(series.map(({ key }) => [key, 0]));
      for (const { part, amount, month: when } of sold)
        if (when === month) values[of(part)] = (values[of(part)] ?? 0) + amount;
      return values;
    },
    (month) => rowsOf(report, { 'f.month': month }),
  );
}

/** The twelve months up to today's, as 'YYYY-MM'. */
export function lastMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS_SHOWN + index, 1)).toISOString().slice(0, 7),
  );
}

/** `today` is 'YYYY-MM-DD'. */
export function quietMembers({ parts }: Sales, today: string) {
  const edge = new Date(Date.parse(today) - QUIET_DAYS * 86_400_000).toISOString().slice(0, 10);
  return parts.filter(({ id, last }) => id !== 0 && (last === null || last < edge));
}

export function thisMonth({ months, sold }: Sales) {
  const [before = '', month = ''] = months.slice(-2);
  const here = sold.filter((one) => one.month === month);
  return {
    month,
    amount: amountIn(sold, month),
    last: before,
    before: amountIn(sold, before),
    count: here.reduce((sum, { count }) => sum + count, 0),
  };
}

function amountIn(sold: readonly { month: string; amount: number }[], month: string): number {
  return total(sold.filter((one) => one.month === month).map(({ amount }) => amount));
}

/** Sums in cents, which is exact. */
export function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

export function monthly(
  months: readonly string[],
  valuesIn: (month: string) => ChartPoint['values'],
  rowsIn: (month: string) => PageLink | undefined,
): ChartPoint[] {
  return months.map((month, index) => ({
    label: formatMonth(month),
    values: valuesIn(month),
    rows: rowsIn(month),
    ...(index === months.length - 1 ? { soFar: true } : {}),
  }));
}
