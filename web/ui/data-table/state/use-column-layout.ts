import {
  type ColumnDef,
  columnVisibilityFeature,
  createPaginatedRowModel,
  createSortedRowModel,
  type RowSelectionState,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { type Column, compareValues, type SortValue } from './column.ts';
import { nearestPage } from './paging.ts';
import type { AnyRow } from './table-props.ts';
import { type ColumnMemory, useColumnMemory } from './use-column-memory.ts';
import { usePrinting } from './use-printing.ts';
import type { TableState } from './use-table-state.ts';
import { useRoom } from './use-width.ts';

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});

/** The layout of the rows: order, page, columns, selection. */
export type Arrangement<Row> = {
  rows: Row[];
  /** All rows in table order, across pages. */
  sorted: Row[];
  page: number;
  pages: number;
  cards: boolean;
  printing: boolean;
  /** The visible columns in order. */
  columns: readonly Column<Row>[];
  /** The columns that a card shows when expanded. */
  more: readonly Column<Row>[];
  memory: ColumnMemory<Row>;
  canSort: (column: Column<Row>) => boolean;
  isSelected: (row: Row) => boolean;
  select: (row: Row, selected: boolean) => void;
  selectPage: (selected: boolean) => void;
  pageSelection: 'none' | 'some' | 'all';
  selection: Row[];
  clearSelection: () => void;
};

type Input<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  state: TableState;
  pages: number;
  onServer?: boolean;
};

export function useColumnLayout<Row extends AnyRow>(input: Input<Row>): Arrangement<Row> {
  const { name, columns, rows, state, pages, onServer = false } = input;
  const room = useRoom();
  const printing = usePrinting();
  const memory = useColumnMemory(name, columns, state);
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const page = nearestPage(state.page, pages);
  const cards = room.cards && !printing;

  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const visible = (column: Column<Row>) => memory.isChosen(column, printing ? 3 : cards ? 1 : room.priority);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => String(row.id),
    manualSorting: onServer,
    manualPagination: onServer,
    autoResetPageIndex: false,
    pageCount: pages,
    state: {
      columnVisibility: Object.fromEntries(columns.map((column) => [column.key, visible(column)])),
      rowSelection,
      sorting: state.sort ? [{ id: state.sort.key, desc: state.sort.descending }] : [],
      pagination: { pageIndex: page - 1, pageSize: printing ? Math.max(1, rows.length) : state.pageSize },
    },
    onRowSelectionChange: setRowSelection,
  });

  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  const shown = (key: string) => table.getColumn(key)?.getIsVisible() ?? false;
  return {
    rows: table.getRowModel().rows.map((row) => row.original),
    sorted: table.getSortedRowModel().rows.map((row) => row.original),
    page,
    pages,
    cards,
    printing,
    columns: columns.filter((column) => shown(column.key)),
    more: cards ? columns.filter((column) => !shown(column.key) && memory.isChosen(column, 3)) : [],
    memory,
    canSort: (column) => (onServer ? column.serverSort !== undefined : column.sortValue !== undefined),
    isSelected: (row) => rowSelection[String(row.id)] === true,
    select: (row, isSelected) => table.getRow(String(row.id), true).toggleSelected(isSelected),
    selectPage: (isSelected) => table.toggleAllPageRowsSelected(isSelected),
    pageSelection: table.getIsAllPageRowsSelected() ? 'all' : table.getIsSomePageRowsSelected() ? 'some' : 'none',
    selection: selected,
    clearSelection: () => setRowSelection({}),
  };
}

function definitionOf<Row extends AnyRow>(column: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.key,
    accessorFn: (row) => presentOrNothing(column.sortValue?.(row)),
    sortFn: (left, right, key) => compareValues(left.getValue(key), right.getValue(key)),
    // Missing values sort last in both directions.
    sortUndefined: 'last',
  };
}

function presentOrNothing(value: SortValue): string | number | undefined {
  return value === null || value === '' ? undefined : value;
}
