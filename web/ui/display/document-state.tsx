import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import classes from './document-state.module.css';

type Props = {
  document: { name: string; status: string };
  /** Shows the status as text; otherwise only screen readers announce it. */
  isWritten?: boolean;
};

/** A document without a file, by name and status. Not a pill, so that three long names fit. */
export function DocumentState({ document: { name, status }, isWritten }: Props) {
  const isCompleted = status === 'Completed';
  const Picture = isCompleted ? IconCircleCheck : IconClock;
  return (
    <span className={classes.document} data-completed={isCompleted || undefined}>
      <Picture size={14} stroke={2} aria-hidden />
      <span>
        {name || status}
        {name !== '' && <span className={isWritten ? classes.status : 'visually-hidden'}>, {status}</span>}
      </span>
    </span>
  );
}
