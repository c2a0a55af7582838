import type { Column } from './column.ts';
import type { ClientTableProps, ServerTableProps, TableContent, TableFilter } from './table-props.ts';
import type { Arrangement } from './use-column-layout.ts';
import type { TableState } from './use-table-state.ts';

/** The props of the view and of its two row renderers. */
export type TableViewProps<Row> = Omit<ClientTableProps<Row> | ServerTableProps<Row>, 'filter'> & {
  filter?: TableFilter;
  state: TableState;
  arrangement: Arrangement<Row>;
  /** The columns to which a compact line expands; undefined if every row shows all columns. */
  opens?: readonly Column<Row>[];
  content: TableContent<Row>;
};
