import type { ReactNode } from 'react';
import classes from '../form.module.css';

type Props = { label: string; value: ReactNode; help?: ReactNode };

/** A value that the form shows without editing: 'Date Joined', a computed date with its formula. */
export function ReadOnlyField({ label, value, help }: Props) {
  return (
    <dl className={classes.readOnly}>
      <dt>{label}</dt>
      {help && <dd className={classes.readOnlyHelp}>{help}</dd>}
      <dd className={classes.readOnlyValue}>{value}</dd>
    </dl>
  );
}
