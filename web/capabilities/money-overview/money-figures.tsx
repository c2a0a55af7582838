import type { ReactNode } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import classes from './money-overview.module.css';

export type ShownFigure = { readonly name: string; readonly value: ReactNode; readonly to: PageLink };

/** Figures side by side; each opens what is behind it. */
export function MoneyFigures({ figures }: { figures: readonly ShownFigure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, to }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>
            <TextLink to={to}>
              {value}
              <span className="visually-hidden"> {name}</span>
            </TextLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
