import { useEffect, useEffectEvent, useState } from 'react';
import type { Listing } from '../../ui/data-table/state/table-props.ts';
import type { TableState } from '../../ui/data-table/state/use-table-state.ts';
import { type KitPerson, kitPeople } from './kit-people.ts';

const nothing = { data: undefined, isPending: true, isError: false, isFetching: true, refetch: () => undefined };

export const kitWaiting: Listing<KitPerson[]> = nothing;
export const kitFailed: Listing<KitPerson[]> = { ...nothing, isPending: false, isError: true, isFetching: false };
export const kitEmpty: Listing<KitPerson[]> = { ...nothing, data: [], isPending: false, isFetching: false };

export function loadedWith<Data>(data: Data): Listing<Data> {
  return { data, isPending: false, isError: false, isFetching: false, refetch: () => undefined };
}

type People = { results: KitPerson[]; count: number };

const ANSWERS_AFTER_MS = 600;

/** A list that is paged by a fake slow server. */
export function useKitServer(state: TableState): Listing<People> {
  const { offset, pageSize, search, sort } = state;
  const question = JSON.stringify([offset, pageSize, search, sort, state.filters.membership]);
  const [answer, setAnswer] = useState<{ question: string; data: People } | null>(null);

  const answerIt = useEffectEvent((asked: string) => setAnswer({ question: asked, data: answerTo(state) }));
  useEffect(() => {
    const timer = setTimeout(answerIt, ANSWERS_AFTER_MS, question);
    return () => clearTimeout(timer);
  }, [question]);

  const isFetching = answer?.question !== question;
  return { data: answer?.data, isPending: answer === null, isError: false, isFetching, refetch: () => undefined };
}

function answerTo({ offset, pageSize, search, sort, filters }: TableState): People {
  const text = search.toLowerCase();
  const found = kitPeople.filter(
    (person) =>
      `${person.id} ${person.name} ${person.email}`.toLowerCase().includes(text) &&
      (!filters.membership || String(person.membership) === filters.membership),
  );
  const sorted = sort?.key === 'name' ? found.toSorted((left, right) => left.name.localeCompare(right.name)) : found;
  if (sort?.descending) sorted.reverse();
  return { results: sorted.slice(offset, offset + pageSize), count: found.length };
}
