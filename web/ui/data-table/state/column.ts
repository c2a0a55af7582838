import type { ReactNode } from 'react';

/** 1 is always there, 2 from 768 px, 3 from 1200 px. */
export type Priority = 1 | 2 | 3;

export type SortValue = string | number | null | undefined;

export type Column<Row> = {
  /** Names the column in the address and in what the browser remembers; never shown. */
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** What a file and a spreadsheet get. */
  value: (row: Row) => string | number;
  /** What the column sorts by. Left out where it makes no sense to sort. */
  sortValue?: (row: Row) => SortValue;
  /** Set where the server can sort by this column; the word is sent to it. */
  serverSort?: string;
  align?: 'end';
  priority: Priority;
  /** Where the column stands in the chooser of a wide table. */
  group?: string;
  width?: number | string;
  /** Said below the name where a compact line is drawn as a card. */
  inCard?: boolean;
};

/** What says which row it is: always shown, and the title of a card. One that yields where room is scarce is not it. */
export function mainColumn<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ priority }) => priority === 1) ?? columns[0];
}

/** Text sorts as people read it: 'Ana 2' before 'Ana 10', and small and capital letters alike. */
export function compareValues(left: string | number, right: string | number): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : reading.compare(String(left), String(right));
}

const reading = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
