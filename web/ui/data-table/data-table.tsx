import { useState } from 'react';
import { pageCount } from './state/paging.ts';
import type { AnyRow, ClientTableProps, DataTableProps, Listing, ServerTableProps } from './state/table-props.ts';
import { useColumnLayout } from './state/use-column-layout.ts';
import { useCompactLine } from './state/use-compact-line.ts';
import { useTableState } from './state/use-table-state.ts';
import { TableView } from './view/table-view.tsx';

/** The shared table. With `query` it pages in the browser; with `page` and `state` on the server. */
export function DataTable<Row extends AnyRow>(props: DataTableProps<Row>) {
  return 'page' in props ? <ServerTable {...props} /> : <ClientTable {...props} />;
}

function ClientTable<Row extends AnyRow>(props: ClientTableProps<Row>) {
  const { query, pageSize, scope, filter, filters } = props;
  const state = useTableState({ pageSize, scope, instant: true });
  const everything = query.data ?? [];
  const filtered = everything.filter(
    (row) =>
      (state.search === '' || !filter || filter.matches(row, state.search)) &&
      (filters ?? []).every(({ key, matches }) => !state.filters[key] || !matches || matches(row, state.filters[key])),
  );
  const line = useCompactLine(props);
  const pages = pageCount(filtered.length, pageSize);
  const arrangement = useColumnLayout({ ...props, ...line, rows: filtered, state, pages });

  return (
    <TableView
      {...props}
      {...line}
      state={state}
      arrangement={arrangement}
      content={{
        rows: arrangement.rows,
        filtered: arrangement.sorted,
        everything,
        count: filtered.length,
        ...statusOf(query),
      }}
    />
  );
}

function ServerTable<Row extends AnyRow>(props: ServerTableProps<Row>) {
  const { page, state } = props;
  const shown = useLatest(page.data);
  const rows = shown?.results ?? [];
  const count = shown?.count ?? 0;
  const line = useCompactLine(props);
  const pages = pageCount(count, state.pageSize);
  const arrangement = useColumnLayout({ ...props, ...line, rows, pages, onServer: true });

  return (
    <TableView
      {...props}
      {...line}
      arrangement={arrangement}
      content={{ rows, filtered: rows, everything: rows, count, ...statusOf({ ...page, data: shown }) }}
    />
  );
}

function statusOf(query: Listing<unknown>) {
  const has = query.data !== undefined;
  return {
    status: has ? ('ready' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    refreshing: has && query.isFetching,
    stale: has && query.isError && !query.isFetching,
    retry: query.refetch,
  };
}

/** Keeps the last page on the screen until the next one arrives. */
function useLatest<Data>(data: Data | undefined): Data | undefined {
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return data ?? latest;
}
