import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './warning-note.module.css';

type Props = {
  children: ReactNode;
  /** A button that dismisses the note, if reading it is enough. */
  action?: ReactNode;
};

/** A warning that stays until its cause is resolved. */
export function WarningNote({ children, action }: Props) {
  return (
    <div role="note" className={classes.note}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  );
}
