import type { ReactNode } from 'react';
import classes from './help-button.module.css';

type Props = { icon: ReactNode; onClick: () => void; children: string };

/** Fixed in the frame's lower corner on every page. */
export function HelpButton({ icon, onClick, children }: Props) {
  return (
    <button type="button" className={classes.button} aria-haspopup="dialog" onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
