import type { CommissionLine } from '@vialkeep/contract/commissions.ts';
import { formatDateTime } from '../../ui/display/formats.ts';
import classes from './commissions.module.css';

type Props = {
  dispute: NonNullable<CommissionLine['dispute']>;
  /** The names of both sides, as the reader calls them. */
  names: Readonly<Record<'payee' | 'administrator', string>>;
};

/** The messages about a line, oldest first. */
export function QuestionThread({ dispute, names }: Props) {
  return (
    <ol className={classes.thread}>
      {dispute.messages.map(({ id, from, text, at }) => (
        <li key={id} className={classes.message} data-from={from}>
          <span className={classes.second}>
            {names[from]}, <time dateTime={at}>{formatDateTime(at)}</time>
          </span>
          <p className={classes.messageText}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
