import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../../kernel/session/session.ts';
import { type Column, mainColumn, type Priority } from './column.ts';
import { saysNothing } from './table-address.ts';
import {
  addView,
  type ColumnChoice,
  firstView,
  memoryKey,
  readMemory,
  removeView,
  type SavedView,
  type TableMemory,
  writeMemory,
} from './table-memory.ts';
import type { TableState } from './use-table-state.ts';

/** The columns and views that a user chose for this table, stored in this browser for this user. */
export type ColumnMemory<Row> = {
  isChosen: (column: Column<Row>, room: Priority) => boolean;
  choose: (column: Column<Row>, shown: boolean) => void;
  resetColumns: () => void;
  hasChoice: boolean;
  views: readonly SavedView[];
  startsWith: string | null;
  save: (name: string) => void;
  use: (view: SavedView) => void;
  remove: (view: SavedView) => void;
  startWith: (view: SavedView | null) => void;
  /** Removes all filters, also for the next visit. */
  clear: () => void;
};

export function useColumnMemory<Row>(
  name: string,
  columns: readonly Column<Row>[],
  state: TableState,
): ColumnMemory<Row> {
  const key = memoryKey(useSession()?.user.id ?? null, name);
  const [kept, setKept] = useState(() => ({ key, memory: readMemory(localStorage, key) }));
  // Loads the other user's settings when the user changes.
  if (kept.key !== key) setKept({ key, memory: readMemory(localStorage, key) });
  const { memory } = kept;

  // A visit without table state in its address starts with the user's view. This happens once on arrival: a user who
  // clears the filters later wants no filters.
  const begin = useEffectEvent((known: TableMemory) => {
    const view = firstView(known);
    if (view && saysNothing(state) && state.text === '') apply(view);
  });
  useEffect(() => begin(readMemory(localStorage, key)), [key]);

  function keep(next: TableMemory) {
    writeMemory(localStorage, key, next);
    setKept({ key, memory: next });
  }

  function apply(view: SavedView) {
    keep({ ...readMemory(localStorage, key), last: view.id, columns: view.columns });
    state.applyView({ sort: view.sort, filters: view.filters, view: view.id });
  }

  const main = mainColumn(columns);
  return {
    isChosen: (column, room) => column === main || (memory.columns[column.key] ?? column.priority <= room),
    choose: (column, shown) => keep({ ...memory, columns: { ...memory.columns, [column.key]: shown } }),
    resetColumns: () => keep({ ...memory, columns: noChoice }),
    hasChoice: Object.keys(memory.columns).length > 0,
    views: memory.views,
    startsWith: memory.startsWith,
    save: (viewName) => {
      const next = addView(memory, {
        name: viewName,
        sort: state.sort,
        filters: state.filters,
        columns: memory.columns,
      });
      keep(next);
      state.applyView({ sort: state.sort, filters: state.filters, view: next.last });
    },
    use: apply,
    remove: (view) => keep(removeView(memory, view.id)),
    startWith: (view) => keep({ ...memory, startsWith: view?.id ?? null }),
    clear: () => {
      keep({ ...memory, last: null });
      state.clear();
    },
  };
}

const noChoice: ColumnChoice = {};
