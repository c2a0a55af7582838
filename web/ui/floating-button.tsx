import type { ReactNode } from 'react';
import classes from './floating-button.module.css';

type Props = { icon: ReactNode; onClick: () => void; children: string };

/** Stands in the corner of every page; on a phone only its picture is left. */
export function FloatingButton({ icon, onClick, children }: Props) {
  return (
    <button type="button" className={classes.button} aria-haspopup="dialog" onClick={onClick}>
      {icon}
      <span className={classes.label}>{children}</span>
    </button>
  );
}
