import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Failure } from '../../kernel/api/failure.ts';
import { LONG_WAIT_MS, QUIET_WAIT_MS } from '../../kernel/timings.ts';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';
import classes from './load-state.module.css';

type Waiting = {
  /** The loading text of the specification. */
  text?: string;
  /** A placeholder in the shape of the content. */
  skeleton?: ReactNode;
  onCancel?: () => void;
};

/**
 * Shows empty space first, so that fast answers neither flicker nor shift the layout; then the text; after ten seconds
 * that it takes long.
 */
export function WaitingState({ text = 'Loading...', skeleton, onCancel }: Waiting) {
  const patience = usePatience();
  return (
    <div className={classes.waiting} aria-busy="true" data-waiting>
      <p role="status" className={classes.text}>
        {patience !== 'quiet' && text}
        {patience === 'long' && ' Still working…'}
      </p>
      <div className={classes.shape} data-quiet={patience === 'quiet' || undefined}>
        {skeleton ?? <Lines />}
      </div>
      {patience === 'long' && onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </div>
  );
}

type Failed = {
  /** The specification's text for a failed list, if it has one. */
  title?: string;
  what?: string;
  failure?: Failure | null;
  onRetry?: () => void;
};

export function FailedState({ title, what = 'Could not load this.', failure, onRetry }: Failed) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={22} stroke={1.6} />}
        title={title ?? what}
        why={[title && what, failure?.message].filter(Boolean).join(' ')}
        action={
          onRetry && (
            <Button onClick={onRetry} icon={<IconRefresh size={16} aria-hidden />}>
              Try again
            </Button>
          )
        }
      />
    </div>
  );
}

function usePatience(): 'quiet' | 'waiting' | 'long' {
  const [patience, setPatience] = useState<'quiet' | 'waiting' | 'long'>('quiet');
  useEffect(() => {
    const soon = setTimeout(() => setPatience('waiting'), QUIET_WAIT_MS);
    const later = setTimeout(() => setPatience('long'), LONG_WAIT_MS);
    return () => {
      clearTimeout(soon);
      clearTimeout(later);
    };
  }, []);
  return patience;
}

function Lines() {
  return (
    <div className={classes.lines} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
