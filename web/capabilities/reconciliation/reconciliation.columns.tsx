import type { Difference, ReconciliationRun } from '@vialkeep/contract/reconciliation.ts';
import { CellLines, TallCell } from '../../ui/display/cell-lines.tsx';
import { formatCount, formatDay, formatDollars } from '../../ui/display/formats.ts';
import { customColumn, dateTimeColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import classes from './reconciliation.module.css';
import { reconciliationTexts as texts } from './reconciliation.texts.ts';

const fixed = { sort: false } as const;

type Side = readonly [string, string];

function sideColumn(label: string, linesOf: (item: Difference) => readonly Side[]) {
  return customColumn<Difference>(
    label,
    (item) => (
      <TallCell>
        <CellLines lines={linesOf(item)} />
      </TallCell>
    ),
    {
      ...fixed,
      value: (item) =>
        linesOf(item)
          .map((words) => words.join(' '))
          .join(', '),
    },
  );
}

const ours = ({ ours: amount, transaction_id, refund_id }: Difference): readonly Side[] => {
  if (amount === null) return [[texts.nothing, '']];
  const name = refund_id === null ? null : texts.refund(refund_id);
  const sold = transaction_id === null ? texts.nothing : texts.transaction(transaction_id);
  return [[name ?? sold, formatDollars(amount)]];
};

const theirs = ({ theirs: amount, gateway_id, batch }: Difference): readonly Side[] =>
  amount === null
    ? [[texts.nothing, '']]
    : [
        [texts.number(gateway_id), formatDollars(amount)],
        ...(batch === null ? [] : [[texts.batch(batch), ''] as const]),
      ];

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
    { ...fixed, value: ({ kind, words }) => `${texts.kinds[kind]}: ${words}`, width: '36%' },
  ),
  sideColumn(texts.ours, ours),
  sideColumn(texts.theirs, theirs),
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
