import type { ReactNode } from 'react';
import type { Loading } from '../../kernel/api/query.ts';
import { FailedState, WaitingState } from './load-state.tsx';

type Props<A> = {
  query: Loading<A>;
  /** The loading text of the specification. */
  loading?: string;
  skeleton?: ReactNode;
  /** The sentence that says what could not be loaded. */
  failed?: string;
  children: (answer: A) => ReactNode;
};

/** Handles loading, failure and retry, so that a screen only renders its data. */
export function Loaded<A>({ query, loading, skeleton, failed, children }: Props<A>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError && !query.isFetching) {
    return <FailedState what={failed} failure={query.error} onRetry={() => void query.refetch()} />;
  }
  return <WaitingState text={loading} skeleton={skeleton} />;
}
