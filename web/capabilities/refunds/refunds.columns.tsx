import type { Refund } from '@vialkeep/contract/refunds.ts';
import { refundStates } from '../../components/refunds/refund-labels.ts';
import classes from '../../components/refunds/refunds.module.css';
import { refundsTexts } from '../../components/refunds/refunds.texts.ts';
import { customColumn, dateTimeColumn, moneyColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { refundListTexts as texts } from './refunds.texts.ts';

const fixed = { sort: false } as const;

export const refundColumns = [
  textColumn<Refund>(texts.transaction, (refund) => texts.targetOf(refund), fixed),
  moneyColumn<Refund>(texts.amount, ({ amount }) => amount, fixed),
  statusColumn<Refund>(texts.state, ({ state }) => refundStates[state], fixed),
  customColumn<Refund>(
    texts.what,
    ({ words, note, reason }) => (
      <span className={classes.lines}>
        <span>{words}</span>
        <span className={classes.second}>
          {refundsTexts.reasons[reason]}: {note}
        </span>
      </span>
    ),
    { ...fixed, value: ({ words }) => words, width: '34%' },
  ),
  textColumn<Refund>(texts.by, ({ requested_by }) => requested_by, { ...fixed, priority: 2 }),
  dateTimeColumn<Refund>(texts.at, ({ requested_at }) => requested_at, { ...fixed, priority: 2 }),
  textColumn<Refund>(texts.site, ({ site }) => site, { ...fixed, priority: 3 }),
];
