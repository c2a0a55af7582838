import type { ReactNode } from 'react';
import type { Column, Priority, SortValue } from '../data-table/state/column.ts';
import { formatCount, formatDateTime, formatDay, formatDollars } from '../display/formats.ts';
import { StatusPill, type StatusTone } from '../display/status-pill.tsx';

export type ColumnOptions<Row> = {
  /** Identifies the column in the address and in the browser's storage; by default derived from the label. */
  key?: string;
  priority?: Priority;
  serverSort?: string;
  group?: string;
  width?: number | string;
  inCard?: boolean;
  /** The sort value if it differs from the displayed one; false if the column is not sortable. */
  sort?: ((row: Row) => SortValue) | false;
  /** The file's value if it differs from the displayed one. */
  value?: (row: Row) => string | number;
};

type Text = string | null | undefined;

export function textColumn<Row>(label: string, get: (row: Row) => Text, options: ColumnOptions<Row> = {}): Column<Row> {
  return column(label, options, { cell: get, value: (row) => get(row) ?? '', sort: get });
}

export function numberColumn<Row>(
  label: string,
  get: (row: Row) => number | null | undefined,
  options: ColumnOptions<Row> = {},
): Column<Row> {
  return {
    ...column(label, options, { cell: (row) => formatCount(get(row)), value: (row) => get(row) ?? '', sort: get }),
    align: 'end',
  };
}

/** Takes dollars, as on the wire. */
export function moneyColumn<Row>(
  label: string,
  get: (row: Row) => number | string | null | undefined,
  options: ColumnOptions<Row> = {},
): Column<Row> {
  const amount = (row: Row) =>
    get(row) === null || get(row) === undefined || get(row) === '' ? null : Number(get(row));
  return {
    ...column(label, options, {
      cell: (row) => formatDollars(get(row)),
      value: (row) => amount(row) ?? '',
      sort: amount,
    }),
    align: 'end',
  };
}

/** '12 Nov 2026', with the time as tooltip; a file gets the raw value. */
export function dayColumn<Row>(label: string, get: (row: Row) => Text, options: ColumnOptions<Row> = {}): Column<Row> {
  return column(label, options, {
    cell: (row) => <Moment stamp={get(row)} shown={formatDay(get(row))} />,
    value: (row) => get(row)?.slice(0, 10) ?? '',
    sort: get,
  });
}

export function dateTimeColumn<Row>(
  label: string,
  get: (row: Row) => Text,
  options: ColumnOptions<Row> = {},
): Column<Row> {
  return column(label, options, {
    cell: (row) => <Moment stamp={get(row)} shown={formatDateTime(get(row))} />,
    value: (row) => get(row) ?? '',
    sort: get,
  });
}

export type StatusLabel = { text: string; tone: StatusTone };

/** A state as icon and word. The type requires all labels: `Record<OrderStatus, StatusLabel>`. */
export function statusColumn<Row>(
  label: string,
  get: (row: Row) => StatusLabel | null,
  options: ColumnOptions<Row> = {},
): Column<Row> {
  const text = (row: Row) => get(row)?.text ?? '';
  return column(label, options, {
    cell: (row) => {
      const state = get(row);
      return state && <StatusPill tone={state.tone}>{state.text}</StatusPill>;
    },
    value: text,
    sort: text,
  });
}

/** Any other column. `value` gives the file's value; it is sortable only with `sort`. */
export function customColumn<Row>(
  label: string,
  cell: (row: Row) => ReactNode,
  options: ColumnOptions<Row> & { value: (row: Row) => string | number },
): Column<Row> {
  return column(label, options, { cell, value: options.value });
}

function Moment({ stamp, shown }: { stamp: Text; shown: string }) {
  if (!stamp) return null;
  return (
    <time dateTime={stamp} title={hasTime(stamp) ? formatDateTime(stamp) : undefined}>
      {shown}
    </time>
  );
}

function hasTime(stamp: string): boolean {
  return stamp.length > 'YYYY-MM-DD'.length;
}

type Made<Row> = {
  cell: (row: Row) => ReactNode;
  value: (row: Row) => string | number;
  sort?: (row: Row) => SortValue;
};

function column<Row>(label: string, options: ColumnOptions<Row>, made: Made<Row>): Column<Row> {
  const sort = options.sort ?? made.sort;
  return {
    key:
      options.key ??
      label
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, ''),
    label,
    cell: made.cell,
    value: options.value ?? made.value,
    sortValue: sort || undefined,
    serverSort: options.serverSort,
    priority: options.priority ?? 1,
    group: options.group,
    width: options.width,
    inCard: options.inCard,
  };
}
