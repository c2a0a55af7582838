import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { Column } from '../state/column.ts';
import type { Sort } from '../state/table-address.ts';
import type { TableState } from '../state/use-table-state.ts';
import classes from './rows.module.css';

type Props<Row> = { column: Column<Row>; state: TableState; sortable: boolean; ref?: Ref<HTMLTableCellElement> };

export function ColumnHead<Row>({ column, state, sortable, ref }: Props<Row>) {
  const sort = state.sort?.key === column.key ? state.sort : null;
  return (
    <Table.Th
      ref={ref}
      scope="col"
      className={classes.head}
      data-align={column.align}
      style={{ width: column.width }}
      aria-sort={sortable && sort ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {sortable ? (
        <UnstyledButton className={classes.sort} onClick={() => state.setSort(nextSort(column.key, sort))}>
          {column.label}
          <SortIcon sort={sort} />
        </UnstyledButton>
      ) : (
        column.label
      )}
    </Table.Th>
  );
}

function SortIcon({ sort }: { sort: Sort | null }) {
  const Icon = sort === null ? IconArrowsSort : sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <Icon size={14} stroke={1.6} aria-hidden className={classes.sortIcon} data-active={sort !== null || undefined} />
  );
}

/** Ascending, then descending, then unsorted. */
function nextSort(key: string, sort: Sort | null): Sort | null {
  if (sort === null) return { key, descending: false };
  return sort.descending ? null : { key, descending: true };
}
