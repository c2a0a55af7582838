import { IconArrowRight, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-pill.module.css';

export type StatusTone = 'done' | 'waiting' | 'failed' | 'moving' | 'none';

const icons = { done: IconCheck, waiting: IconClock, failed: IconX, moving: IconArrowRight, none: null };

/** A state as icon, word and colour, never by colour alone. Without a state it is a plain label. */
export function StatusPill({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <span className={classes.pill} data-tone={tone}>
      {Icon && <Icon size={13} stroke={2.2} aria-hidden />}
      {children}
    </span>
  );
}
