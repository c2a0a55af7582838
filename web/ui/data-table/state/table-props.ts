import type { CsvCell } from '@vialkeep/contract/kernel/csv.ts';
import type { ReactNode } from 'react';
import type { PageLink } from '../../../kernel/navigation/link-to.ts';
import type { Column } from './column.ts';
import type { TableState } from './use-table-state.ts';

/** The parts of a react-query result that the table reads. */
export type Listing<Data> = {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

export type AnyRow = { id: string | number };

export type FilterOption = { value: string; label: string };

/** A filter shown as a chip: '+ Tags', then 'Tags: VIP ✕'. */
export type ChipFilter<Row> = {
  key: string;
  label: string;
  options: readonly FilterOption[];
  /** For a list that is filtered in the browser; a server-paged list sends the value instead. */
  matches?: (row: Row, value: string) => boolean;
};

export type RowAction = {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** The reason why the action is disabled; the entry stays visible. */
  disabled?: string;
} & ({ onSelect: () => void } | { to: PageLink });

export type BulkAction<Row> = {
  label: string;
  icon?: ReactNode;
  /** Lists the names and requires the user to type the number of rows. */
  danger?: boolean;
  onSelect: (rows: Row[]) => void | Promise<void>;
};

export type ExportScope = 'page' | 'filtered' | 'everything';

export type TableExport<Row> = {
  label: string;
  /** The file's name, including '.csv'. */
  file: string;
  /** The possible contents of the file. With one choice the button downloads at once; with more it asks. */
  holds: readonly ExportScope[];
  /** The file's columns, if they differ from the table's. */
  columns?: readonly Pick<Column<Row>, 'label' | 'value'>[];
  /** The file's last row: its totals. */
  totals?: readonly CsvCell[];
  /** Lets the server create the file of all filtered rows, for a server-paged list. */
  allFiltered?: () => Promise<void>;
};

type Shared<Row> = {
  /** The table's key in the browser's storage. */
  name: string;
  /** The accessible name of the table: 'Users'. */
  label: string;
  columns: readonly Column<Row>[];
  /** The columns of a one-line row, for users who prefer compact tables. The line expands to the full columns. */
  compact?: readonly Column<Row>[];
  texts: {
    loading: string;
    empty?: string;
    /** Replaces the text 'Page X of Y'. */
    pageOf?: (page: number, pages: number, count: number) => string;
  };
  rowName: (row: Row) => string;
  filters?: readonly ChipFilter<Row>[];
  rowLink?: (row: Row) => PageLink;
  rowMenu?: (row: Row) => RowAction[];
  rowInline?: (row: Row) => ReactNode;
  bulk?: readonly BulkAction<Row>[];
  export?: TableExport<Row>;
  /** One sentence under the empty text: why the list is empty and when it will not be. */
  emptyHint?: string;
  emptyAction?: ReactNode;
  /** Totals above the rows. */
  summary?: ReactNode;
  /** Keeps the first two columns fixed while the others scroll. */
  wide?: boolean;
  /** Rows with many lines: cells align to the top. */
  tall?: boolean;
  /** Saved views; by default on if there are chips. */
  views?: boolean;
};

export type TableFilter = {
  placeholder: string;
  /** The label of the filter box, if it is not the default. */
  label?: string;
  /** For a page whose purpose is the search: the box receives the first keystroke. */
  takesFocus?: boolean;
};

export type ClientTableProps<Row> = Shared<Row> & {
  /** The complete list; filtering, sorting and paging happen in the browser. */
  query: Listing<readonly Row[]>;
  pageSize: number;
  scope?: string;
  filter?: TableFilter & { matches: (row: Row, text: string) => boolean };
};

export type ServerTableProps<Row> = Shared<Row> & {
  /** One page of a server-paged list, and the state that the screen requested it with. */
  page: Listing<{ results: readonly Row[]; count: number }>;
  state: TableState;
  filter?: TableFilter;
};

export type DataTableProps<Row> = ClientTableProps<Row> | ServerTableProps<Row>;

/** What both kinds of table pass to the view. */
export type TableContent<Row> = {
  rows: readonly Row[];
  /** All filtered rows; for a server-paged list only the current page. */
  filtered: readonly Row[];
  everything: readonly Row[];
  count: number;
  status: 'loading' | 'failed' | 'ready';
  /** Rows are visible and a reload is running. */
  refreshing: boolean;
  /** Rows are visible, but the last reload failed. */
  stale: boolean;
  retry: () => unknown;
};
