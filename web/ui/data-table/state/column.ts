import type { ReactNode } from 'react';

/** 1 is always visible, 2 from 768 px, 3 from 1200 px. */
export type Priority = 1 | 2 | 3;

export type SortValue = string | number | null | undefined;

export type Column<Row> = {
  /** Identifies the column in the address and in the browser's storage; never shown. */
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The value for files. */
  value: (row: Row) => string | number;
  /** The sort value. Absent if the column is not sortable. */
  sortValue?: (row: Row) => SortValue;
  /** Set if the server can sort by this column; the value is sent to it. */
  serverSort?: string;
  align?: 'end';
  priority: Priority;
  /** The column's group in the column chooser of a wide table. */
  group?: string;
  width?: number | string;
  /** Shown below the name if a compact line is drawn as a card. */
  inCard?: boolean;
};

/**
 * The column that identifies the row: always visible, and the title of a card. A column that hides on narrow screens
 * does not qualify.
 */
export function mainColumn<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ priority }) => priority === 1) ?? columns[0];
}

/** Natural, case-insensitive order: 'Ana 2' before 'Ana 10'. */
export function compareValues(left: string | number, right: string | number): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : textOrder().compare(String(left), String(right));
}

let collator: Intl.Collator | undefined;

/** Created when a list is first sorted: its data would delay the first paint. */
function textOrder(): Intl.Collator {
  return (collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' }));
}
