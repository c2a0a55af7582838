import type { ProductId } from '@vialkeep/contract/products.ts';
import type { Revenue } from '@vialkeep/contract/transactions.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo, type PageLink } from '../../../kernel/navigation/link-to.ts';
import type { ChartPoint, ChartSeries } from '../../../ui/charts/chart-figure/chart-data.ts';
import { transactionsTexts } from '../transactions.texts.ts';
import { monthly, total } from './plot-points.ts';

const texts = transactionsTexts.plots;

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
  return monthly(
    months,
    (month) => {
      const values: Record<Group, number> = { fees: 0, vials: 0, kits: 0 };
      for (const one of sold) if (one.month === month) values[groupOf(one.product_id)] += one.amount;
      return values;
    },
    allIn,
  );
}

export function commissionPoints({ months, sold }: Revenue): ChartPoint[] {
  return monthly(
    months,
    (month) => {
      const here = sold.filter((one) => one.month === month);
      const unpaid = total(here.map(({ unpaid_amount }) => unpaid_amount));
      return { paid: total([...here.map(({ amount }) => amount), -unpaid]), unpaid };
    },
    allIn,
  );
}

/** The link to one month of the administrators' list. */
function allIn(month: string): PageLink {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return linkTo(addresses.allTransactions, {}, { 'f.dates': `${month}-01..${last}` });
}
