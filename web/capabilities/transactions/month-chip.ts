import type { ChipFilter } from '../../ui/data-table/state/table-props.ts';
import { formatMonth } from '../../ui/display/formats.ts';
import { transactionsTexts } from './transactions.texts.ts';

/** The filter for one month of transactions, which a bar of the plot opens. */
export function monthChip<Row extends { date: string }>(rows: readonly Row[]): ChipFilter<Row> {
  const months = [...new Set(rows.map(monthOf))].toSorted().toReversed();
  return {
    key: 'month',
    label: transactionsTexts.reports.month,
    options: months.map((value) => ({ value, label: formatMonth(value) })),
    matches: (row, month) => monthOf(row) === month,
  };
}

/** In UTC, like the totals. */
export function monthOf({ date }: { date: string }): string {
  return date.slice(0, 7);
}
