import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { parseSearchRecord } from '../../../kernel/navigation/search-record.ts';
import { nearestPage, offsetOf } from './paging.ts';
import { emptyAddress, readAddress, type Sort, type TableAddress, writeAddress } from './table-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The text of each table's filter box, stored in the history entry: it survives Back and reload without being in
     * the address.
     */
    tableText?: Record<string, string>;
  }
}

export type TableState = {
  scope: string;
  page: number;
  pageSize: number;
  /** The number of rows before this page, for a server-paged list. */
  offset: number;
  sort: Sort | null;
  filters: Readonly<Record<string, string>>;
  view: string | null;
  /** The text in the filter box. */
  text: string;
  /** The debounced search text, if it is long enough. */
  search: string;
  /** The minimum length of a search text. */
  minimum: number;
  isFiltered: boolean;
  setPage: (page: number) => void;
  setSort: (sort: Sort | null) => void;
  setFilter: (key: string, value: string) => void;
  setText: (text: string) => void;
  applyView: (view: Pick<TableAddress, 'sort' | 'filters' | 'view'>) => void;
  clear: () => void;
};

export type TableStateOptions = {
  pageSize: number;
  /** The prefix of a second table in the address; the first one needs none. */
  scope?: string;
  /** The debounce in milliseconds (the specification says 500 or 700). */
  debounce?: number;
  /** A shorter text is not searched for (V-13). */
  minimum?: number;
  /** Filters on every keystroke, for a list that is filtered in the browser. */
  instant?: boolean;
};

const REMEMBER_TEXT_AFTER_MS = 300;

/** Page, sort and filters of a table, stored in the address; the free text, stored in the history entry. */
export function useTableState({
  pageSize,
  scope = '',
  debounce = REMEMBER_TEXT_AFTER_MS,
  minimum = 0,
  instant = false,
}: TableStateOptions): TableState {
  const router = useRouter();
  const location = useLocation();
  const settled = location.state.tableText?.[scope] ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const address = readAddress(parseSearchRecord(location.search), scope);
  const text = typed ?? settled;
  const isTyping = text !== settled;
  // After the debounce, the history entry decides the text again, so that Back and Forward work.
  if (typed !== null && !isTyping) setTyped(null);

  const settle = useEffectEvent((still: string) => {
    // If the user has left the page, the text is not written to the new page's history entry.
    if (router.state.location.pathname === location.pathname) write({ page: 1 }, { replace: true, text: still });
  });
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(settle, debounce, text);
    return () => clearTimeout(timer);
  }, [isTyping, text, debounce]);

  function write(change: Partial<TableAddress>, how: { replace: boolean; text?: string }) {
    // Reads the current location: another table of the screen may have written since this render.
    const here = router.state.location;
    const next = { ...readAddress(parseSearchRecord(here.search), scope), ...change };
    const keptText = how.text ?? here.state.tableText?.[scope] ?? '';
    void router.navigate({
      to: '.',
      search: writeAddress(parseSearchRecord(here.search), next, scope),
      state: (state) => ({ ...state, tableText: { ...state.tableText, [scope]: keptText } }),
      hash: true,
      replace: how.replace,
      resetScroll: false,
    });
  }

  const wanted = instant ? text : settled;
  const page = isTyping ? 1 : address.page;
  return {
    scope,
    page,
    pageSize,
    offset: offsetOf(page, pageSize),
    sort: address.sort,
    filters: address.filters,
    view: address.view,
    text,
    search: wanted.trim().length >= minimum ? wanted.trim() : '',
    minimum,
    isFiltered: text !== '' || Object.keys(address.filters).length > 0,
    setPage: (to) => write({ page: nearestPage(to, Number.MAX_SAFE_INTEGER) }, { replace: false, text }),
    setSort: (sort) => write({ sort, page: 1 }, { replace: true, text }),
    setFilter: (key, value) =>
      write({ filters: { ...address.filters, [key]: value }, page: 1, view: null }, { replace: true, text }),
    setText: setTyped,
    applyView: (view) => write({ ...emptyAddress, ...view }, { replace: true, text: '' }),
    clear: () => {
      setTyped(null);
      write({ filters: {}, page: 1, view: null }, { replace: true, text: '' });
    },
  };
}
