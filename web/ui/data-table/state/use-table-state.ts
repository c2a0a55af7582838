import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { nearestPage, offsetOf } from './paging.ts';
import { emptyAddress, readAddress, type Search, type Sort, type TableAddress, writeAddress } from './table-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The free text of each table's filter box: survives Back and reload without standing in the address. */
    tableText?: Record<string, string>;
  }
}

export type TableState = {
  scope: string;
  page: number;
  pageSize: number;
  /** Rows before this page, as a list that pages on the server wants it. */
  offset: number;
  sort: Sort | null;
  filters: Readonly<Record<string, string>>;
  view: string | null;
  /** What stands in the filter box. */
  text: string;
  /** What is searched for: the text, once it has been still for a while and is long enough. */
  search: string;
  /** How long the text must be before it is searched for. */
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
  /** Names the second table of a screen in the address; the first one needs none. */
  scope?: string;
  /** How long the text must be still before it is searched for (the specification says 500 or 700 ms). */
  debounce?: number;
  /** V-13: a shorter text is not searched for. */
  minimum?: number;
  /** A list that is filtered in the browser follows every key. */
  instant?: boolean;
};

const REMEMBER_TEXT_AFTER_MS = 300;

/** Page, sort and filters of a table, kept in the address; the free text, kept in the history entry. */
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
  const address = readAddress(searchOf(location), scope);
  const text = typed ?? settled;
  const isTyping = text !== settled;
  // Once it is settled, Back and Forward decide again what stands in the box.
  if (typed !== null && !isTyping) setTyped(null);

  const settle = useEffectEvent((still: string) => {
    // Whoever has gone on to another page leaves nothing typed there.
    if (router.state.location.pathname === location.pathname) write({ page: 1 }, { replace: true, text: still });
  });
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(settle, debounce, text);
    return () => clearTimeout(timer);
  }, [isTyping, text, debounce]);

  function write(change: Partial<TableAddress>, how: { replace: boolean; text?: string }) {
    // Read anew: another table of the screen may have written since this one was drawn.
    const here = router.state.location;
    const next = { ...readAddress(searchOf(here), scope), ...change };
    const keptText = how.text ?? here.state.tableText?.[scope] ?? '';
    void router.navigate({
      to: '.',
      search: writeAddress(searchOf(here), next, scope),
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

// Pages are composed from lists at run time, so the router's types know no search of any page.
function searchOf({ search }: { search: unknown }): Search {
  return typeof search === 'object' && search !== null ? { ...search } : {};
}
