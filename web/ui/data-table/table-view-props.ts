import type { ClientTableProps, ServerTableProps, TableContent, TableFilter } from './table-props.ts';
import type { Arrangement } from './use-arrangement.ts';
import type { TableState } from './use-table-state.ts';

/** What the view and its two kinds of rows are drawn from. */
export type TableViewProps<Row> = Omit<ClientTableProps<Row> | ServerTableProps<Row>, 'filter'> & {
  filter?: TableFilter;
  state: TableState;
  arrangement: Arrangement<Row>;
  content: TableContent<Row>;
};
