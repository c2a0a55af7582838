import type { ReactNode } from 'react';
import classes from './failure-note.module.css';

/** The reason why something failed, announced where it happened. */
export function FailureNote({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.note}>
      {children}
    </p>
  );
}
