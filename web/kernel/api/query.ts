import { keepPreviousData, QueryClient, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { useRef, useSyncExternalStore } from 'react';
import { countReturns, isUserIdle, onReturn } from '../session/activity.ts';
import { onSessionChange, storedSession } from '../session/session.ts';
import { type CallInput, call, type Sent } from './api.ts';
import { dropEarlyReads } from './early-reads.ts';
import { type Failure, failureOf, NetworkFailure } from './failure.ts';

/** Caches answers until they are marked as stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      // Without a connection a call fails at once with a message, instead of waiting silently.
      networkMode: 'always',
      retry: (failures, failure) => failure instanceof NetworkFailure && failures < 1,
      retryDelay: 800,
    },
    mutations: { networkMode: 'always' },
  },
});

// Clears the cache when another user logs in, in this tab or another.
let reader = readerOf();
onSessionChange(() => {
  if (reader === readerOf()) return;
  reader = readerOf();
  dropEarlyReads();
  queryClient.clear();
});

export type ApiOptions = {
  /** False while an input of the call is not known yet. */
  enabled?: boolean;
  /** Shows the last answer while the input changes, as paged tables do. */
  keepPrevious?: boolean;
  /** The polling interval. Polling pauses while the user is idle. */
  everyMs?: number;
};

type Reading<R extends Route> = ApiOptions & {
  /** Called with each answer. */
  onRead?: (answer: Answer<R>) => void;
};

export type Loading<A> = UseQueryResult<A, Failure>;

/** Reads one call of the contract and caches the answer by route and input. */
export function useApi<R extends Route>(route: R, input: Sent<R>, options: Reading<R> = {}): Loading<Answer<R>> {
  const { everyMs } = options;
  // Rendered again when an idle user returns, so that polling goes on.
  useSyncExternalStore(everyMs === undefined ? neverChanges : onReturn, countReturns);
  return useQuery<Answer<R>, Failure>({
    queryKey: [formatRouteKey(route), input],
    queryFn: asking(route, input, options.onRead),
    enabled: options.enabled,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    refetchInterval: () => (everyMs !== undefined && !isUserIdle() ? everyMs : false),
  });
}

function neverChanges(): () => void {
  return () => {};
}

/** The same outside a component: fetches now, and caches the answer for `useApi`. */
export function readAnew<R extends Route>(
  route: R,
  input: Sent<R>,
  onRead?: (answer: Answer<R>) => void,
): Promise<Answer<R>> {
  return queryClient.query({
    queryKey: [formatRouteKey(route), input],
    queryFn: asking(route, input, onRead),
    staleTime: 0,
  });
}

function asking<R extends Route>(route: R, input: Sent<R>, onRead?: (answer: Answer<R>) => void) {
  return async ({ signal }: { signal: AbortSignal }): Promise<Answer<R>> => {
    // @NOTE adding a signal keeps the type of a generic input; TypeScript cannot spread an unknown generic.
    const answer = await call(route, { ...input, signal } as CallInput<R>).catch(failing(signal));
    onRead?.(answer);
    return answer;
  };
}

export type Command<R extends Route> = {
  /** The answer, or null if the call was refused or another run is pending: a double click sends once. */
  run(input: CallInput<R>): Promise<Answer<R> | null>;
  busy: boolean;
  /** The failure of the last run. */
  refusal: Failure | null;
  reset(): void;
};

/** Runs one call of the contract. `refreshes` lists the calls whose answers become stale. */
export function useCommand<R extends Route>(
  route: R,
  options: {
    refreshes?: readonly Route[];
    onDone?: (answer: Answer<R>, input: CallInput<R>) => void;
    onRefused?: (failure: Failure) => void;
  } = {},
): Command<R> {
  const inFlight = useRef(false);
  const command = useMutation<Answer<R>, Failure, CallInput<R>>({
    mutationFn: (input) => call(route, input).catch(failing(input.signal)),
    onSuccess: async (answer, input) => {
      await refresh(options.refreshes ?? []);
      options.onDone?.(answer, input);
    },
    onError: (failure) => options.onRefused?.(failure),
  });

  return {
    busy: command.isPending,
    refusal: command.error,
    reset: command.reset,
    async run(input) {
      if (inFlight.current) return null;
      inFlight.current = true;
      try {
        return await command.mutateAsync(input);
      } catch {
        return null;
      } finally {
        inFlight.current = false;
      }
    },
  };
}

/** Marks the answers of these calls as stale; mounted screens reload them. */
export async function refresh(routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [formatRouteKey(route)] })));
}

function formatRouteKey(route: Route): string {
  return `${route.method} ${route.path}`;
}

function readerOf(): string {
  const session = storedSession();
  return session ? `${session.token} ${session.user.id}` : '';
}

function failing(signal: AbortSignal | undefined) {
  return (thrown: unknown): never => {
    throw signal?.aborted ? thrown : failureOf(thrown);
  };
}
