import type { ReactNode } from 'react';
import type { Loading } from '../../kernel/api/query.ts';
import { FailedState, WaitingState } from './load-state.tsx';

type Props<A> = {
  query: Loading<A>;
  /** The specification's loading text. */
  loading?: string;
  skeleton?: ReactNode;
  /** What could not be loaded, as a sentence. */
  failed?: string;
  children: (answer: A) => ReactNode;
};

/** Owns waiting, failing and trying again, so that a screen only says what it shows. */
export function Loaded<A>({ query, loading, skeleton, failed, children }: Props<A>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError && !query.isFetching) {
    return <FailedState what={failed} failure={query.error} onRetry={() => void query.refetch()} />;
  }
  return <WaitingState text={loading} skeleton={skeleton} />;
}
