import { usePreferences } from '../../../kernel/preferences.ts';
import type { Column } from './column.ts';
import { usePrinting } from './use-printing.ts';

type Line<Row> = {
  /** The columns of the table as it is drawn. */
  columns: readonly Column<Row>[];
  /** What a line opens to; undefined where every row shows everything. */
  opens?: readonly Column<Row>[];
};

/** One line for each row where its reader prefers compact tables and the table has lines to offer; never on paper. */
export function useCompactLine<Row>(props: {
  columns: readonly Column<Row>[];
  compact?: readonly Column<Row>[];
}): Line<Row> {
  const prefersCompact = usePreferences().density === 'compact';
  const isPrinting = usePrinting();
  if (!props.compact || !prefersCompact || isPrinting) return { columns: props.columns };
  return { columns: props.compact, opens: props.columns };
}
