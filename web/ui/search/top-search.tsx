import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SearchResult, SearchSource } from '../../kernel/search-source.ts';
import { SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { type FoundGroup, fromRecent, saveRecent, stepIndex } from './recent-searches.ts';
import { SearchList } from './search-list.tsx';
import classes from './top-search.module.css';

const LEAST_CHARACTERS = 2;

/** The search field of the top bar, with the results below it. Ctrl+K focuses it, Escape leaves it. */
export function TopSearch({ sources, label }: { sources: readonly SearchSource[]; label: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [listed, setListed] = useState(false);
  const [onPhone, setOnPhone] = useState(false);
  const [active, setActive] = useState(-1);
  const { groups, waiting } = useFinds(sources, listed ? text.trim() : null);
  const results = groups.flatMap((group) => group.results);
  const optionId = (index: number) => `${id}-${index}`;

  const enter = () => {
    // On a phone the field is mounted on tap; the keyboard opens only for a focus inside the tap handler.
    flushSync(() => setOnPhone(true));
    input.current?.focus();
    input.current?.select();
  };
  useCtrlK(enter);

  const close = () => {
    setListed(false);
    setActive(-1);
  };
  const leave = () => {
    close();
    setText('');
    setOnPhone(false);
    input.current?.blur();
  };
  const chosen = (result: SearchResult) => {
    saveRecent(result);
    if ('run' in result) result.run();
    leave();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      if (listed) close();
      else leave();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (listed) setActive(stepIndex(active, event.key === 'ArrowDown' ? 1 : -1, results.length));
      else setListed(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      document.getElementById(optionId(active === -1 ? 0 : active))?.click();
    }
  };

  return (
    <div role="search" className={classes.search} data-open={onPhone || undefined}>
      <button type="button" className={classes.opener} aria-label="Search" onClick={enter}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </button>
      <div className={classes.field}>
        <IconSearch size={16} stroke={1.8} aria-hidden className={classes.icon} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={listed}
          aria-controls={`${id}-list`}
          aria-activedescendant={listed && active >= 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={`${label}…`}
          className={classes.input}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setListed(true);
            setActive(-1);
          }}
          onClick={() => setListed(true)}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <kbd className={classes.key} aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
        <button type="button" className={classes.closer} aria-label="Close search" onClick={leave}>
          <IconX size={20} stroke={1.6} aria-hidden />
        </button>
      </div>
      <SearchList
        id={`${id}-list`}
        open={listed}
        groups={groups}
        waiting={waiting}
        text={text.trim()}
        active={active}
        optionId={optionId}
        onChoose={chosen}
      />
    </div>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The sources' results for a text, in order; null while the search is closed. */
function useFinds(sources: readonly SearchSource[], text: string | null): { groups: FoundGroup[]; waiting: boolean } {
  const [asked] = useDebouncedValue(text ?? '', SEARCH_PAUSE_MS);
  const worthAsking = text !== null && asked.length >= LEAST_CHARACTERS;
  const queries = useQueries({
    queries: sources.map(({ group, ask }) => ({
      queryKey: ['top-search', group, asked],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await ask?.(asked, signal)) ?? [],
      enabled: worthAsking && ask !== undefined,
    })),
  });
  if (text === null) return { groups: [], waiting: false };

  const found = sources.map(({ group, known }, index) => ({
    name: group,
    results: [...(known?.(text) ?? []), ...((worthAsking && queries[index]?.data) || [])],
  }));
  const groups = [{ name: 'Recent', results: fromRecent(text) }, ...found].filter(({ results }) => results.length > 0);
  return { groups, waiting: queries.some((answer) => answer.isFetching) };
}

function useCtrlK(onPress: () => void): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // A modal traps the focus.
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
