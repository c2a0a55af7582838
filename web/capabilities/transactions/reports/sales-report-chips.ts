import type { SalesTransaction } from '@vialkeep/contract/transactions.ts';
import type { ChipFilter } from '../../../ui/data-table/state/table-props.ts';
import { monthChip } from '../month-chip.ts';
import { formatOptionalName, productOf } from '../transaction-labels.ts';
import { transactionsTexts } from '../transactions.texts.ts';
import { managerOf, type ReportKind, repOf } from './sales-report-file.ts';

const columnTexts = transactionsTexts.columns;

type Row = SalesTransaction;

/** The filters that the plots open: month, rep, manager. */
export function chipsOf(kind: ReportKind, rows: readonly Row[]): ChipFilter<Row>[] {
  const reps = personChip('rep', columnTexts.salesRep, repOf, rows);
  const managers = personChip('manager', columnTexts.salesManager, managerOf, rows);
  const chips = { salesRep: [productChip(rows)], salesManager: [reps], salesDistributor: [reps, managers] };
  return [monthChip(rows), ...chips[kind]];
}

function productChip(rows: readonly Row[]): ChipFilter<Row> {
  const names = [...new Set(rows.map(productOf))].toSorted();
  return {
    key: 'product',
    label: columnTexts.product,
    options: names.map((name) => ({ value: name, label: name })),
    matches: (row, name) => productOf(row) === name,
  };
}

type Seller = ReturnType<typeof repOf> | ReturnType<typeof managerOf>;

function personChip(key: string, label: string, personOf: (row: Row) => Seller, rows: readonly Row[]): ChipFilter<Row> {
  const people = new Map(rows.map((row) => [String(personOf(row)?.id ?? ''), formatOptionalName(personOf(row))]));
  people.delete('');
  const options = [...people].map(([value, name]) => ({ value, label: name }));
  return {
    key,
    label,
    options: options.toSorted((a, b) => a.label.localeCompare(b.label)),
    matches: (row, id) => String(personOf(row)?.id) === id,
  };
}
