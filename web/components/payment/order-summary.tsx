import type { ReactNode } from 'react';
import classes from './order-summary.module.css';

export type SummaryLine = { label: string; value: string };

type Props = { lines: readonly SummaryLine[]; total: SummaryLine; children?: ReactNode };

/** The price of a purchase, line by line. Screen readers announce only changes of the total. */
export function OrderSummary({ lines, total, children }: Props) {
  return (
    <>
      <dl className={classes.lines}>
        {lines.map(({ label, value }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>{total.label}</dt>
          <dd aria-live="polite">{total.value}</dd>
        </div>
      </dl>
      {children}
    </>
  );
}
