import type { ClientTableProps, ServerTableProps, TableContent } from './table-props.ts';
import type { Arrangement } from './use-arrangement.ts';
import type { TableState } from './use-table-state.ts';

/** What the view and its two kinds of rows are drawn from. */
export type TableViewProps<Row> = Omit<ClientTableProps<Row> | ServerTableProps<Row>, 'filter'> & {
  filter?: { placeholder: string };
  state: TableState;
  arrangement: Arrangement<Row>;
  content: TableContent<Row>;
};
