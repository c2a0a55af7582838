import type { ReactNode } from 'react';
import classes from './card.module.css';

type Props = {
  /** Heads the card as an h2; a card without one is a plain white box. */
  title?: string;
  /** One line under the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** No padding inside, for tables that draw their own edges. */
  flush?: boolean;
  /** No wider than a form of one column needs. */
  narrow?: boolean;
  children: ReactNode;
};

/** The white box that everything on a page stands in. */
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
