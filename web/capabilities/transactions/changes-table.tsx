import type { ProductOption } from '@vialkeep/contract/products.ts';
import type { TransactionChange } from '@vialkeep/contract/transactions.ts';
import { formatDateTime } from '../../ui/display/formats.ts';
import { changeLines } from './change-labels.ts';
import classes from './transactions.module.css';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.form;

type Props = { changes: readonly TransactionChange[]; products: readonly ProductOption[] };

/** Lists every correction with author, time, note and the previous values (T36). */
export function ChangesTable({ changes, products }: Props) {
  if (changes.length === 0) return <p>{texts.noHistory}</p>;
  return (
    <div className={classes.historyBox}>
      <table className={classes.history}>
        <thead>
          <tr>
            <th scope="col">{texts.note}</th>
            <th scope="col">{texts.date}</th>
            <th scope="col">{texts.changes}</th>
            <th scope="col">{texts.by}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ note, date, by, before, after }) => (
            <tr key={`${date} ${note}`}>
              <td>{note}</td>
              <td>
                <time dateTime={date}>{formatDateTime(date)}</time>
              </td>
              <td>
                {changeLines(before, after, products).map(({ label, from, to }) => (
                  <div key={label}>
                    {label}: {from || texts.empty} → {to || texts.empty}
                  </div>
                ))}
              </td>
              <td>{by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
