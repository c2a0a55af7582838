import type { ReactNode } from 'react';
import classes from './cell-lines.module.css';
import { StatusPill } from './status-pill.tsx';

export type CellLine = readonly [label: string, value: string];

/** A table cell with several lines. */
export function TallCell({ children }: { children: ReactNode }) {
  return <div className={classes.cell}>{children}</div>;
}

/** Labels and values in small type; in two columns if there is space. */
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

/** A label as a pill, with a text beside it. */
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

export function CellNothing({ children }: { children: string }) {
  return <span className={classes.aside}>{children}</span>;
}
