import type { ReactNode } from 'react';
import classes from './cell-lines.module.css';
import { StatusPill } from './status-pill.tsx';

export type CellLine = readonly [label: string, value: string];

/** A cell of a table that says several things, one below the other. */
export function TallCell({ children }: { children: ReactNode }) {
  return <div className={classes.cell}>{children}</div>;
}

/** Names and values in small type; in two columns where there is room for them. */
export function CellLines({ lines, inColumns }: { lines: readonly CellLine[]; inColumns?: boolean }) {
  return (
    <dl className={classes.lines} data-columns={inColumns || undefined}>
      {lines.map(([label, value]) => (
        <div key={`${label} ${value}`} className={classes.line}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What somebody is, as a pill, and where. */
export function CellBadge({ label, children, aside }: { label: string; children: ReactNode; aside: string }) {
  return (
    <div className={classes.badges}>
      <StatusPill tone="none">
        <span className="visually-hidden">{label}: </span>
        {children}
      </StatusPill>
      <span className={classes.aside}>{aside}</span>
    </div>
  );
}

/** That there is nothing to say. */
export function CellNothing({ children }: { children: string }) {
  return <span className={classes.aside}>{children}</span>;
}
