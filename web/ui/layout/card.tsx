import type { ReactNode } from 'react';
import classes from './card.module.css';

type Props = {
  /** The card's h2; without it the card is a plain white box. */
  title?: string;
  /** One line under the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for tables that draw their own edges. */
  flush?: boolean;
  /** Limited to the width of a one-column form. */
  narrow?: boolean;
  children: ReactNode;
};

/** The white box around the content of a page. */
export function Card({ title, note, actions, flush, narrow, children }: Props) {
  return (
    <section className={classes.card} data-flush={flush || undefined} data-narrow={narrow || undefined}>
      {(title || actions) && (
        <header className={classes.head}>
          <div>
            {title && <h2 className={classes.title}>{title}</h2>}
            {note && <p className={classes.note}>{note}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
