import type { CommissionLine } from '@vialkeep/contract/commissions.ts';
import { formatLineState, LineState } from '../../../components/money/line-state.tsx';
import { LineWords } from '../../../components/money/line-words.tsx';
import { customColumn, dayColumn, moneyColumn } from '../../../ui/layout/columns.tsx';
import classes from '../commissions.module.css';
import { linesTexts as texts } from './lines.texts.ts';

const fixed = { sort: false } as const;

const personColumn = customColumn<CommissionLine>(
  texts.person,
  ({ person, level, site }) => (
    <span className={classes.two}>
      <span>{person.name}</span>
      <span className={classes.second}>
        {texts.levels[level]}, {site}
      </span>
    </span>
  ),
  { ...fixed, value: ({ person }) => person.name, width: '18%' },
);

const wordsColumn = customColumn<CommissionLine>(texts.what, (line) => <LineWords line={line} />, {
  ...fixed,
  value: ({ words, arithmetic }) => `${words} ${arithmetic}`,
  width: '30%',
});

const amountColumn = moneyColumn<CommissionLine>(texts.amount, ({ amount }) => amount, fixed);

export const lineColumns = [
  personColumn,
  dayColumn<CommissionLine>(texts.day, ({ day }) => day, fixed),
  wordsColumn,
  customColumn<CommissionLine>(
    texts.sale,
    ({ transaction_id, product }) =>
      transaction_id !== null && (
        <span className={classes.two}>
          <span>{texts.transactionNumber(transaction_id)}</span>
          <span className={classes.second}>{product}</span>
        </span>
      ),
    {
      ...fixed,
      value: ({ transaction_id }) => (transaction_id === null ? '' : texts.transactionNumber(transaction_id)),
      priority: 2,
    },
  ),
  amountColumn,
  customColumn<CommissionLine>(texts.state, (line) => <LineState line={line} />, { ...fixed, value: formatLineState }),
];

/** The lines that are asked about. */
export const questionColumns = [
  personColumn,
  wordsColumn,
  amountColumn,
  customColumn<CommissionLine>(
    texts.questions.last,
    (line) => <span className={classes.text}>{lastMessage(line)}</span>,
    {
      ...fixed,
      value: lastMessage,
      width: '30%',
    },
  ),
];

function lastMessage({ dispute }: CommissionLine): string {
  return dispute?.messages.at(-1)?.text ?? '';
}
