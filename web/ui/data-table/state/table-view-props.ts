import type { Column } from './column.ts';
import type { ClientTableProps, ServerTableProps, TableContent, TableFilter } from './table-props.ts';
import type { Arrangement } from './use-column-layout.ts';
import type { TableState } from './use-table-state.ts';

/** What the view and its two kinds of rows are drawn from. */
export type TableViewProps<Row> = Omit<ClientTableProps<Row> | ServerTableProps<Row>, 'filter'> & {
  filter?: TableFilter;
  state: TableState;
  arrangement: Arrangement<Row>;
  /** The columns that a compact line opens to; undefined where every row shows everything. */
  opens?: readonly Column<Row>[];
  content: TableContent<Row>;
};
