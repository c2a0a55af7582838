import type { ProductId } from '@vialkeep/contract/products.ts';
import type { Revenue, Sales } from '@vialkeep/contract/transactions.ts';
import type { ChartPoint, ChartSeries } from '../../ui/chart-figure/chart-data.ts';
import { formatMonth } from '../../ui/formats.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.plots;

/** Bars have room for so many names. */
const MOST_BARS = 12;
/** A plot shows four series; the last stands for the rest. */
const MOST_NAMED = 3;
const QUIET_DAYS = 60;

type Group = keyof typeof texts.groups;

const groupOf = (product: ProductId): Group =>
  product === 1 || product === 13 ? 'fees' : product === 2 || product === 14 ? 'vials' : 'kits';

export const groupSeries: readonly ChartSeries[] = [
  { key: 'fees', label: texts.groups.fees },
  { key: 'vials', label: texts.groups.vials },
  { key: 'kits', label: texts.groups.kits },
];

export const commissionSeries: readonly ChartSeries[] = [
  { key: 'paid', label: texts.paid },
  { key: 'unpaid', label: texts.unpaid },
];

export function revenuePoints({ months, sold }: Revenue): ChartPoint[] {
  return monthly(months, (month) => {
    const values: Record<Group, number> = { fees: 0, vials: 0, kits: 0 };
    for (const one of sold) if (one.month === month) values[groupOf(one.product_id)] += one.amount;
    return values;
  });
}

export function commissionPoints({ months, sold }: Revenue): ChartPoint[] {
  return monthly(months, (month) => {
    const here = sold.filter((one) => one.month === month);
    const unpaid = total(here.map(({ unpaid_amount }) => unpaid_amount));
    return { paid: total(here.map(({ amount }) => amount)) - unpaid, unpaid };
  });
}

export const amountSeries: readonly ChartSeries[] = [{ key: 'amount', label: texts.amount }];

export function amountPoints({ months, sold }: Sales): ChartPoint[] {
  return monthly(months, (month) => ({ amount: amountIn(sold, month) }));
}

/** Those who sold most first; what nobody stands for is left to the months. */
export function memberPoints({ parts, sold }: Sales): ChartPoint[] {
  return parts
    .map(({ id, name }) => ({ name, amount: total(sold.filter(({ part }) => part === id).map((one) => one.amount)) }))
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, MOST_BARS)
    .map(({ name, amount }) => ({ label: name, values: { amount } }));
}

/** One series for each of the three who sold most, one for the others. */
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

export function teamPoints({ months, sold }: Sales, { series, of }: ReturnType<typeof teamSeries>): ChartPoint[] {
  return monthly(months, (month) => {
    const values = Object.fromEntries(series.map(({ key }) => [key, 0]));
    for (const { part, amount, month: when } of sold)
      if (when === month) values[of(part)] = (values[of(part)] ?? 0) + amount;
    return values;
  });
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
    before: amountIn(sold, before),
    count: here.reduce((sum, { count }) => sum + count, 0),
  };
}

function amountIn(sold: readonly { month: string; amount: number }[], month: string): number {
  return total(sold.filter((one) => one.month === month).map(({ amount }) => amount));
}

/** In cents, where sums are exact. */
function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

function monthly(months: readonly string[], valuesIn: (month: string) => ChartPoint['values']): ChartPoint[] {
  return months.map((month, index) => ({
    label: formatMonth(month),
    values: valuesIn(month),
    ...(index === months.length - 1 ? { soFar: true } : {}),
  }));
}
