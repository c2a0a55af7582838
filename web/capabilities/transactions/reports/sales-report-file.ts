import type { CsvCell } from '@vialkeep/contract/kernel/csv.ts';
import type { SalesTransaction } from '@vialkeep/contract/transactions.ts';
import { withId } from '../transaction-labels.ts';
import { transactionsTexts } from '../transactions.texts.ts';

const texts = transactionsTexts.reports.csv;

export type ReportKind = 'salesRep' | 'salesManager' | 'salesDistributor';

export function repOf({ sales_rep: [rep] }: SalesTransaction) {
  return rep;
}

export function managerOf(row: SalesTransaction) {
  return repOf(row)?.sales_manager[0];
}

/** 'salesRep-412-2026-11-15T10:00:00.000Z.csv' */
export function reportFile(kind: ReportKind, id: number, now: Date): string {
  return `${kind}-${id}-${now.toISOString()}.csv`;
}

/** The complete loaded list in the documented columns (U-41). */
export function reportRows(
  kind: ReportKind,
  loaded: readonly SalesTransaction[],
): readonly [header: string[], rows: CsvCell[][]] {
  const columns = columnsOf[kind];
  return [columns.map(([name]) => name), loaded.map((row) => columns.map(([, cell]) => cell(row)))];
}

type Column = readonly [name: string, cell: (row: SalesTransaction) => CsvCell];

const first: readonly Column[] = [
  [texts.id, ({ id }) => id],
  [texts.date, ({ date }) => date.slice(0, 10)],
  [texts.patient, ({ patient: [patient] }) => patient?.id],
  [texts.hc, ({ harvest_center: [center] }) => center?.company],
  [texts.rhc, ({ referral_harvest_center: [center] }) => center?.company],
  [texts.product, ({ product: [product] }) => product?.name],
  // Two decimals, in files too.
  [texts.amount, ({ amount }) => amount.toFixed(2)],
];
const rep: Column = [texts.rep, (row) => withId(repOf(row))];
const manager: Column = [texts.manager, (row) => withId(managerOf(row))];

const columnsOf: Record<ReportKind, readonly Column[]> = {
  salesRep: first,
  salesManager: [...first, rep],
  salesDistributor: [...first, rep, manager],
};
