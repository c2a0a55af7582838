import { IconInbox, IconRefresh, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../actions/button.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { FailedState, WaitingState } from '../../feedback/load-state.tsx';
import classes from '../data-table.module.css';
import type { TableState } from '../state/use-table-state.ts';
import { tableTexts } from '../table.texts.ts';

const SKELETON_ROWS = 5;
const MOST_SKELETON_COLUMNS = 5;

/** The first load: the list's loading text over placeholder rows. */
export function LoadingList({ text, columns }: { text: string; columns: number }) {
  const cells = Math.max(1, Math.min(columns, MOST_SKELETON_COLUMNS));
  const rows = Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <div key={row} className={classes.skeletonRow}>
      {Array.from({ length: cells }, (_, cell) => (
        <span key={cell} className={classes.skeleton} />
      ))}
    </div>
  ));
  return (
    <div className={classes.loading}>
      <WaitingState text={text} skeleton={<div aria-hidden="true">{rows}</div>} />
    </div>
  );
}

type Empty = { text: string; hint?: string; action?: ReactNode; state: TableState; onClear: () => void };

/** An empty list: filtered out, or without any rows. */
export function EmptyList({ text, hint, action, state, onClear }: Empty) {
  if (!state.isFiltered) {
    return <EmptyState icon={<IconInbox size={22} stroke={1.6} />} title={text} why={hint} action={action} />;
  }
  return (
    <EmptyState
      icon={<IconSearchOff size={22} stroke={1.6} />}
      title={text}
      why={tableTexts.noMatch(state.text.trim())}
      action={<Button onClick={onClear}>{tableTexts.clearFilters}</Button>}
    />
  );
}

/** The text of an empty list, then that the load failed, and a retry (V-03). */
export function FailedList({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  return <FailedState title={text} what={tableTexts.couldNotLoad} onRetry={() => void onRetry()} />;
}

/** Older rows are visible; the reload failed. */
export function StaleList({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div role="alert" className={classes.stale}>
      <span>{tableTexts.couldNotLoad}</span>
      <Button size="xs" icon={<IconRefresh size={14} aria-hidden />} onClick={() => void onRetry()}>
        {tableTexts.tryAgain}
      </Button>
    </div>
  );
}

export function ProgressLine({ active }: { active: boolean }) {
  return <div className={classes.progress} data-active={active || undefined} aria-hidden />;
}
