import { UnstyledButton } from '@mantine/core';
import type { AnyRow } from '../state/table-props.ts';
import type { TableViewProps } from '../state/table-view-props.ts';
import { tableTexts } from '../table.texts.ts';
import { ColumnMenu } from './column-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBox } from './filter-box.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { SavedViews } from './saved-views.tsx';
import classes from './toolbar.module.css';

// Fewer columns than this always fit, so there is no column chooser.
const COLUMNS_WORTH_CHOOSING = 4;

/** The text filter first, then the chips, then the table's tools. */
export function TableToolbar<Row extends AnyRow>(props: TableViewProps<Row> & { filterId: string }) {
  const { label, columns, filter, filters = [], state, arrangement, content } = props;
  const hasChips = filters.length > 0;
  const views = props.views ?? hasChips;
  const chooser = columns.length >= COLUMNS_WORTH_CHOOSING;
  if (!filter && !hasChips && !views && !chooser && !props.export) return null;

  return (
    <div className={classes.toolbar}>
      <div className={classes.tools}>
        {filter && (
          <FilterBox id={props.filterId} {...filter} label={filter.label ?? tableTexts.filter(label)} state={state} />
        )}
        {hasChips &&
          (arrangement.cards ? <FilterSheet {...{ filters, state }} /> : <FilterChips {...{ filters, state }} />)}
        {state.isFiltered && (
          <UnstyledButton className={classes.clear} onClick={arrangement.memory.clear}>
            {tableTexts.clearFilters}
          </UnstyledButton>
        )}
      </div>
      {(views || chooser || props.export) && (
        <div className={classes.offers}>
          {views && <SavedViews memory={arrangement.memory} current={state.view} />}
          {chooser && <ColumnMenu columns={columns} shown={arrangement.columns} memory={arrangement.memory} />}
          {props.export && <ExportMenu offer={props.export} columns={arrangement.columns} content={content} />}
        </div>
      )}
    </div>
  );
}
