import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-sheet.module.css';

/** While it is there, printing prints this sheet and nothing else of the page. It is not seen on the screen. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <div className={classes.sheet} data-print-sheet>
      {children}
    </div>,
    document.body,
  );
}
