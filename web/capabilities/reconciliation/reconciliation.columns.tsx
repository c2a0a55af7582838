import type { Difference, ReconciliationRun } from '@vialkeep/contract/reconciliation.ts';
import { formatCount, formatDay, formatDollars } from '../../ui/display/formats.ts';
import { customColumn, dateTimeColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import classes from './reconciliation.module.css';
import { reconciliationTexts as texts } from './reconciliation.texts.ts';

const fixed = { sort: false } as const;

/** The amount of one side, and below it what it is the amount of. */
function sideColumn(
  label: string,
  amountOf: (item: Difference) => number | null,
  namesOf: (item: Difference) => string[],
) {
  const linesOf = (item: Difference) => {
    const amount = amountOf(item);
    return amount === null ? [texts.nothing] : [formatDollars(amount), ...namesOf(item)];
  };
  return customColumn<Difference>(
    label,
    (item) => {
      const [amount, ...names] = linesOf(item);
      return (
        <span className={classes.lines}>
          <span>{amount}</span>
          {names.map((name) => (
            <span key={name} className={classes.second}>
              {name}
            </span>
          ))}
        </span>
      );
    },
    { ...fixed, value: (item) => linesOf(item).join(', '), width: '17%' },
  );
}

function ourNames({ transaction_id, refund_id }: Difference): string[] {
  return [
    ...(refund_id === null ? [] : [texts.refund(refund_id)]),
    ...(transaction_id === null ? [] : [texts.transaction(transaction_id)]),
  ];
}

function theirNames({ gateway_id, batch }: Difference): string[] {
  return [texts.number(gateway_id), ...(batch === null ? [] : [texts.batch(batch)])];
}

export const differenceColumns = [
  customColumn<Difference>(
    texts.kind,
    ({ kind, words, how, note, resolved_by }) => (
      <span className={classes.lines}>
        <span className={classes.kind}>{texts.kinds[kind]}</span>
        <span>{words}</span>
        {note !== '' && (
          <span className={classes.second}>
            {resolved_by === null || how === null ? note : texts.resolvedBy(resolved_by, note)}
          </span>
        )}
      </span>
    ),
    { ...fixed, value: ({ kind, words }) => `${texts.kinds[kind]}: ${words}`, width: '32%' },
  ),
  sideColumn(texts.ours, ({ ours }) => ours, ourNames),
  sideColumn(texts.theirs, ({ theirs }) => theirs, theirNames),
  statusColumn<Difference>(
    texts.state,
    ({ state }) => ({ text: texts.states[state], tone: state === 'resolved' ? 'done' : 'waiting' }),
    fixed,
  ),
  textColumn<Difference>(texts.site, ({ site }) => site ?? texts.noSite, { ...fixed, priority: 3 }),
  dateTimeColumn<Difference>(texts.opened, ({ opened_at }) => opened_at, { ...fixed, priority: 3 }),
];

const tones = { running: 'waiting', done: 'done', failed: 'failed' } as const;

export const runColumns = [
  dateTimeColumn<ReconciliationRun>(texts.at, ({ at }) => at, fixed),
  textColumn<ReconciliationRun>(
    texts.days,
    ({ from_day, to_day }) => texts.daysOf(formatDay(from_day), formatDay(to_day)),
    { ...fixed, priority: 2 },
  ),
  statusColumn<ReconciliationRun>(
    texts.state,
    ({ state }) => ({ text: texts.runStates[state], tone: tones[state] }),
    fixed,
  ),
  textColumn<ReconciliationRun>(texts.matched, ({ matched }) => countOf(matched), { ...fixed, priority: 2 }),
  textColumn<ReconciliationRun>(texts.found, ({ differences }) => countOf(differences), fixed),
  textColumn<ReconciliationRun>(texts.message, ({ message }) => message, { ...fixed, priority: 2 }),
];

function countOf(count: number | null): string {
  return count === null ? '' : formatCount(count);
}
