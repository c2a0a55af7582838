import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import type { TableState } from './use-table-state.ts';

/** What the table reads of a react-query result. */
export type Listing<Data> = {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

export type AnyRow = { id: string | number };

export type FilterOption = { value: string; label: string };

/** A filter with its own chip: '+ Tags', then 'Tags: VIP ✕'. */
export type ChipFilter<Row> = {
  key: string;
  label: string;
  options: readonly FilterOption[];
  /** For a list that is filtered in the browser; a list that pages on the server sends the value instead. */
  matches?: (row: Row, value: string) => boolean;
};

export type RowAction = {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Why it cannot be done right now; the entry stays visible. */
  disabled?: string;
} & ({ onSelect: () => void } | { to: string });

export type BulkAction<Row> = {
  label: string;
  icon?: ReactNode;
  /** Lists the names and asks for the number of rows to be typed first. */
  danger?: boolean;
  onSelect: (rows: Row[]) => void | Promise<void>;
};

export type ExportScope = 'page' | 'filtered' | 'everything';

export type TableExport<Row> = {
  label: string;
  /** The file's name, '.csv' included. */
  file: string;
  /** What the file may hold. With one choice the button downloads at once; with more it asks. */
  holds: readonly ExportScope[];
  /** The file's own columns, where they are not those of the table. */
  columns?: readonly Pick<Column<Row>, 'label' | 'value'>[];
  /** Lets the server make the file of everything filtered, for a list that pages there. */
  allFiltered?: () => Promise<void>;
};

type Shared<Row> = {
  /** Names the table in what the browser remembers. */
  name: string;
  /** What the table holds, for those who cannot see it: 'Users'. */
  label: string;
  columns: readonly Column<Row>[];
  /** What one line says of a row where its reader prefers compact tables. It opens to the columns. */
  compact?: readonly Column<Row>[];
  texts: {
    loading: string;
    empty?: string;
    /** 'Page X of Y', where a screen says it in other words. */
    pageOf?: (page: number, pages: number, count: number) => string;
  };
  rowName: (row: Row) => string;
  filters?: readonly ChipFilter<Row>[];
  rowLink?: (row: Row) => string;
  rowMenu?: (row: Row) => RowAction[];
  rowInline?: (row: Row) => ReactNode;
  bulk?: readonly BulkAction<Row>[];
  export?: TableExport<Row>;
  /** One sentence under the empty text: why there is nothing yet and when there will be. */
  emptyHint?: string;
  emptyAction?: ReactNode;
  /** Totals and the like, above the rows. */
  summary?: ReactNode;
  /** Keeps the first two columns in place while the rest scrolls. */
  wide?: boolean;
  /** Rows of many lines: everything in them begins at the top. */
  tall?: boolean;
  /** Saved views; on where there are chips, unless said otherwise. */
  views?: boolean;
};

export type TableFilter = {
  placeholder: string;
  /** What the box is called, where it is not simply the filter of the table. */
  label?: string;
  /** For a page that exists to find somebody: the first key goes here. */
  takesFocus?: boolean;
};

export type ClientTableProps<Row> = Shared<Row> & {
  /** The whole list; filter, sort and pages happen in the browser. */
  query: Listing<readonly Row[]>;
  pageSize: number;
  scope?: string;
  filter?: TableFilter & { matches: (row: Row, text: string) => boolean };
};

export type ServerTableProps<Row> = Shared<Row> & {
  /** One page of a list that pages on the server, and the state the screen asked for it with. */
  page: Listing<{ results: readonly Row[]; count: number }>;
  state: TableState;
  filter?: TableFilter;
};

export type DataTableProps<Row> = ClientTableProps<Row> | ServerTableProps<Row>;

/** What both kinds hand to the view. */
export type TableContent<Row> = {
  rows: readonly Row[];
  /** All rows the filters leave; for a list that pages on the server only this page is at hand. */
  filtered: readonly Row[];
  everything: readonly Row[];
  count: number;
  status: 'loading' | 'failed' | 'ready';
  /** Rows are on the page and newer ones are on their way. */
  refreshing: boolean;
  /** Rows are on the page, yet the last attempt to renew them failed. */
  stale: boolean;
  retry: () => unknown;
};
