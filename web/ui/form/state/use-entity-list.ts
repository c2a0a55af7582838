import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SEARCH_PAUSE_MS } from '../../../kernel/timings.ts';
import classes from '../form.module.css';
import {
  type EntityFinds,
  type EntityItem,
  type EntityState,
  entityItem,
  entityLines,
  entityMatches,
} from './entity-list.ts';
import { type Option, type OptionValue, optionValue } from './options.ts';

/** Searches options on the server, for lists too long to load. */
export type EntitySearch = {
  /** The cache key besides the typed text: 'centers', 'sales-reps of 412'. */
  name: string;
  ask: (typed: string, signal: AbortSignal) => Promise<EntityFinds>;
};

/** All options, or a search for matching ones. */
export type EntitySource = { options: readonly Option[] } | { search: EntitySearch };

type EntityListOptions = {
  source: EntitySource;
  /** Options that are known without a search. */
  seen: readonly Option[];
  values: readonly OptionValue[];
  /** A single select shows the chosen name in its input. */
  isOne: boolean;
};

/** The state of a select over a long list: the lines for a typed text, and the names of the chosen options. */
export function useEntityList({ source, seen, values, isOne }: EntityListOptions) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const names = useRef(new Map<OptionValue, EntityItem>());
  const known = 'options' in source ? [...seen, ...source.options] : seen;
  remember(names.current, known);
  const kept = values.map((value) => names.current.get(value) ?? { value, label: `#${value}` });

  // The chosen name in the input is not a search text.
  const typed = isOne && text === kept[0]?.label ? '' : text;
  const found = useFinds(source, typed, opened);
  remember(names.current, found.options);
  return {
    typed,
    kept,
    lines: entityLines({ ...found, typed, without: isOne ? [] : values }),
    input: {
      onSearchChange: setText,
      onDropdownOpen: () => setOpened(true),
      onDropdownClose: () => setOpened(false),
      withScrollArea: false,
      classNames: { options: classes.options, section: classes.section },
    },
  };
}

/** Sends no request while the list is closed. */
function useFinds(source: EntitySource, typed: string, opened: boolean) {
  const search = 'search' in source ? source.search : null;
  const [asked] = useDebouncedValue(typed, SEARCH_PAUSE_MS);
  const answer = useQuery({
    queryKey: ['entities', search?.name, asked],
    queryFn: ({ signal }) => search?.ask(asked, signal) ?? nothing,
    enabled: opened && search !== null,
    placeholderData: keepPreviousData,
  });
  if ('options' in source) {
    return { options: source.options.filter((option) => entityMatches(option, typed)), state: 'here' as const };
  }
  const isWaiting = answer.isPending || answer.isPlaceholderData || asked !== typed;
  const state: EntityState = isWaiting && !answer.isError ? 'awaited' : answer.isError ? 'failed' : 'here';
  return { ...(answer.data ?? nothing), state };
}

// Remembers the names of all options seen, also if a later answer lacks them.
function remember(names: Map<OptionValue, EntityItem>, options: readonly Option[]): void {
  for (const option of options) names.set(optionValue(option), entityItem(option));
}

const nothing: EntityFinds = { options: [] };
