import { usePreferences } from '../../../kernel/preferences.ts';
import type { Column } from './column.ts';
import { usePrinting } from './use-printing.ts';

type Line<Row> = {
  /** The columns to render. */
  columns: readonly Column<Row>[];
  /** The columns to which a line expands; undefined if every row shows all columns. */
  opens?: readonly Column<Row>[];
};

/** One line per row if the user prefers compact tables and the table supports them; never in print. */
export function useCompactLine<Row>(props: {
  columns: readonly Column<Row>[];
  compact?: readonly Column<Row>[];
}): Line<Row> {
  const prefersCompact = usePreferences().density === 'compact';
  const isPrinting = usePrinting();
  if (!props.compact || !prefersCompact || isPrinting) return { columns: props.columns };
  return { columns: props.compact, opens: props.columns };
}
