import type { CommissionLine } from '@vialkeep/contract/commissions.ts';
import classes from './commission-line.module.css';

/** The rule of a line as a sentence, and below it the arithmetic. */
export function LineWords({ line }: { line: Pick<CommissionLine, 'words' | 'arithmetic'> }) {
  return (
    <span className={classes.words}>
      {line.words !== '' && <span>{line.words}</span>}
      <span className={classes.second}>{line.arithmetic}</span>
    </span>
  );
}
