import { keepPreviousData, QueryClient, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { useRef } from 'react';
import { onSessionChange, storedSession } from '../session/session.ts';
import { type CallInput, call, type Sent } from './api.ts';
import { type Failure, failureOf, NetworkFailure } from './failure.ts';

/** Answers that have been read, until something makes them stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      // Without a connection a call fails at once and says so, instead of waiting silently for a better day.
      networkMode: 'always',
      retry: (failures, failure) => failure instanceof NetworkFailure && failures < 1,
      retryDelay: 800,
    },
    mutations: { networkMode: 'always' },
  },
});

// What one person has read is not for the next one, also when another tab changes who is logged in.
let reader = readerOf();
onSessionChange(() => {
  if (reader === readerOf()) return;
  reader = readerOf();
  queryClient.clear();
});

export type ApiOptions = {
  /** False while something the call needs is not known yet. */
  enabled?: boolean;
  /** Keep showing the last answer while the input changes, as paged tables do. */
  keepPrevious?: boolean;
  /** Ask again this often. */
  everyMs?: number;
};

type Reading<R extends Route> = ApiOptions & {
  /** Hears each answer as it comes. */
  onRead?: (answer: Answer<R>) => void;
};

export type Loading<A> = UseQueryResult<A, Failure>;

/** Reads one call of the contract and keeps its answer under the call's own name and input. */
export function useApi<R extends Route>(route: R, input: Sent<R>, options: Reading<R> = {}): Loading<Answer<R>> {
  return useQuery<Answer<R>, Failure>({
    queryKey: [nameOf(route), input],
    queryFn: asking(route, input, options.onRead),
    enabled: options.enabled,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    refetchInterval: options.everyMs,
  });
}

/** The same outside a screen: asks now, and keeps the answer where `useApi` finds it. */
export function readAnew<R extends Route>(
  route: R,
  input: Sent<R>,
  onRead?: (answer: Answer<R>) => void,
): Promise<Answer<R>> {
  return queryClient.query({ queryKey: [nameOf(route), input], queryFn: asking(route, input, onRead), staleTime: 0 });
}

function asking<R extends Route>(route: R, input: Sent<R>, onRead?: (answer: Answer<R>) => void) {
  return async ({ signal }: { signal: AbortSignal }): Promise<Answer<R>> => {
    // @NOTE a generic input with a signal beside it is still that input; TypeScript cannot spread what it cannot see.
    const answer = await call(route, { ...input, signal } as CallInput<R>).catch(failing(signal));
    onRead?.(answer);
    return answer;
  };
}

export type Command<R extends Route> = {
  /** The answer, or null when it was refused or one is still under way: pressing twice sends once. */
  run(input: CallInput<R>): Promise<Answer<R> | null>;
  busy: boolean;
  /** Why the last one did not succeed. */
  refusal: Failure | null;
  reset(): void;
};

/** Does one call of the contract. `refreshes` names the calls whose answers are stale afterwards. */
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

/** Marks what these calls answered as stale; what is on the screen is read again. */
export async function refresh(routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [nameOf(route)] })));
}

function nameOf(route: Route): string {
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
