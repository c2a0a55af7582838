import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

type Props = {
  /** The text of the specification. */
  title: string;
  /** One sentence with the reason: no data yet, or no match. */
  why?: ReactNode;
  /** One next step. */
  action?: ReactNode;
  icon?: ReactNode;
};

export function EmptyState({ title, why, action, icon }: Props) {
  return (
    <div className={classes.state}>
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {why && <p className={classes.why}>{why}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
