import { type ReactNode, useEffect, useState } from 'react';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { ARRIVAL_MS } from '../../kernel/timings.ts';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import classes from './screen.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

type Props = {
  /** The page's only h1. */
  title: string;
  /** One line under the title, announced when it changes. */
  status?: ReactNode;
  /** Right of the title: secondary first, the primary last. */
  actions?: ReactNode;
  /** Uses the whole window width, for wide tables. */
  wide?: boolean;
  children: ReactNode;
};

/** A page inside the frame: its heading, the notice bar and its parts. */
export function Screen({ title, status, actions, wide, children }: Props) {
  const heading = useHeadingFocus();
  const isArriving = useIsArriving();
  // The actions depend on the rights.
  const areRightsKnown = useCurrentSession() !== null;
  return (
    <div className={classes.screen} data-wide={wide || undefined}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          <p role="status" className={classes.status}>
            {status}
          </p>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <NoticeBar />
      <div
        className={classes.parts}
        data-arriving={isArriving || undefined}
        data-early={(actions && !areRightsKnown) || undefined}
      >
        {children}
      </div>
    </div>
  );
}

/** Whether the page has just opened: its parts then appear from top to bottom, so that the layout does not shift. */
function useIsArriving(): boolean {
  const [isArriving, setIsArriving] = useState(true);
  useEffect(() => {
    const over = setTimeout(() => setIsArriving(false), ARRIVAL_MS);
    return () => clearTimeout(over);
  }, []);
  return isArriving;
}
