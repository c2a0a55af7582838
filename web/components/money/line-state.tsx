import type { CommissionLine } from '@vialkeep/contract/commissions.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { StatusPill, type StatusTone } from '../../ui/display/status-pill.tsx';
import classes from './commission-line.module.css';
import { commissionLineTexts as texts } from './commission-line.texts.ts';

type Stated = Pick<CommissionLine, 'state' | 'payable_on' | 'paid_on'>;

const tones: Readonly<Record<CommissionLine['state'], StatusTone>> = {
  retained: 'none',
  paid: 'done',
  in_run: 'moving',
  disputed: 'waiting',
  held: 'waiting',
  payable: 'moving',
};

/** The state of a line, and the day that belongs to it. */
export function LineState({ line }: { line: Stated }) {
  const day = formatStateDay(line);
  return (
    <span className={classes.state}>
      <StatusPill tone={tones[line.state]}>{texts.states[line.state]}</StatusPill>
      {day !== '' && <span className={classes.second}>{day}</span>}
    </span>
  );
}

/** The same as text, for a file. */
export function formatLineState(line: Stated): string {
  return `${texts.states[line.state]} ${formatStateDay(line)}`.trim();
}

function formatStateDay({ state, payable_on, paid_on }: Stated): string {
  if (state === 'held') return texts.until(formatDay(payable_on));
  if (state === 'paid') return paid_on === null ? texts.before : texts.on(formatDay(paid_on));
  return state === 'retained' ? texts.house : '';
}
