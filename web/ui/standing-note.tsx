import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './standing-note.module.css';

/** Something that stays true until somebody does something about it. */
export function StandingNote({ children }: { children: string }) {
  return (
    <div role="note" className={classes.note}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
