import type { Sort } from './table-address.ts';

/** A named view of a table: its state in the address, and the chosen columns. */
export type SavedView = {
  id: string;
  name: string;
  sort: Sort | null;
  filters: Readonly<Record<string, string>>;
  columns: ColumnChoice;
};

/** Only explicit choices; other columns follow the width of the screen. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** One user's stored settings of one table in this browser. */
export type TableMemory = {
  columns: ColumnChoice;
  views: readonly SavedView[];
  /** The view that opens at each visit, if any. */
  startsWith: string | null;
  /** The last used view. */
  last: string | null;
};

export const emptyMemory: TableMemory = { columns: {}, views: [], startsWith: null, last: null };

export function memoryKey(userId: number | null, table: string): string {
  return `table:${userId ?? 'guest'}:${table}`;
}

export function readMemory(storage: Pick<Storage, 'getItem'>, key: string): TableMemory {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isMemory(kept) ? kept : emptyMemory;
  } catch {
    return emptyMemory;
  }
}

export function writeMemory(storage: Pick<Storage, 'setItem'>, key: string, memory: TableMemory): void {
  try {
    storage.setItem(key, JSON.stringify(memory));
  } catch {
    // If the storage is full or disabled, the choice is not stored.
  }
}

export function addView(memory: TableMemory, view: Omit<SavedView, 'id'>): TableMemory {
  const id = String(1 + Math.max(0, ...memory.views.map((known) => Number(known.id) || 0)));
  return { ...memory, views: [...memory.views, { ...view, id }], last: id };
}

export function removeView(memory: TableMemory, id: string): TableMemory {
  return {
    ...memory,
    views: memory.views.filter((view) => view.id !== id),
    startsWith: memory.startsWith === id ? null : memory.startsWith,
    last: memory.last === id ? null : memory.last,
  };
}

/** The view for a visit without table state in its address. */
export function firstView(memory: TableMemory): SavedView | null {
  const id = memory.startsWith ?? memory.last;
  return memory.views.find((view) => view.id === id) ?? null;
}

function isMemory(kept: unknown): kept is TableMemory {
  return typeof kept === 'object' && kept !== null && 'columns' in kept && 'views' in kept && Array.isArray(kept.views);
}
