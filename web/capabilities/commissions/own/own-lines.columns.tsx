import type { OwnCommissionLine } from '@vialkeep/contract/commissions.ts';
import { formatLineState, LineState } from '../../../components/money/line-state.tsx';
import { LineWords } from '../../../components/money/line-words.tsx';
import { customColumn, dayColumn, moneyColumn } from '../../../ui/layout/columns.tsx';
import classes from '../commissions.module.css';
import { myCommissionsTexts } from './my-commissions.texts.ts';

const texts = myCommissionsTexts.lines;
const fixed = { sort: false } as const;

export const ownLineColumns = [
  customColumn<OwnCommissionLine>(texts.what, (line) => <LineWords line={line} />, {
    ...fixed,
    value: ({ words, arithmetic }) => `${words} ${arithmetic}`,
    width: '38%',
  }),
  moneyColumn<OwnCommissionLine>(texts.amount, ({ amount }) => amount, fixed),
  customColumn<OwnCommissionLine>(texts.state, (line) => <LineState line={line} />, {
    ...fixed,
    value: formatLineState,
  }),
  dayColumn<OwnCommissionLine>(texts.day, ({ day }) => day, fixed),
  customColumn<OwnCommissionLine>(
    texts.sale,
    (line) =>
      formatSale(line) !== '' && (
        <span className={classes.two}>
          <span>{formatSale(line)}</span>
          <span className={classes.second}>
            {[line.product, line.patient && texts.patient(line.patient)].filter(Boolean).join(', ')}
          </span>
        </span>
      ),
    { ...fixed, value: formatSale, priority: 2 },
  ),
];

export function formatSale({ transaction_id }: OwnCommissionLine): string {
  return transaction_id === null ? '' : texts.transaction(transaction_id);
}
