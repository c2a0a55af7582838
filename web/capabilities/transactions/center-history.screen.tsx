import { type CenterTransaction, listCenterTransactions } from '@vialkeep/contract/transactions.ts';
import { useApi } from '../../kernel/query.ts';
import { useUser } from '../../kernel/session.ts';
import { Card } from '../../ui/card.tsx';
import { dayColumn, moneyColumn, numberColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { couponAmount, matches, nameOf, staffOf } from './transaction-words.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.history;
const columnTexts = transactionsTexts.columns;
const PER_PAGE = 10;

/** F079 */
export function CenterHistoryScreen() {
  const { id } = useUser();
  const transactions = useApi(listCenterTransactions, { params: { id } });
  return (
    <Screen title={texts.title} wide>
      <Card flush>
        <DataTable
          name="center-transactions"
          label={texts.title}
          query={transactions}
          pageSize={PER_PAGE}
          columns={columns}
          wide
          rowName={(row) => `#${row.id}`}
          texts={{ loading: transactionsTexts.loading }}
          emptyHint={texts.noneYet}
          filter={{
            placeholder: texts.filter,
            matches: (row, typed) => matches([row.id, patientOf(row), row.patient[0]?.email, productOf(row)], typed),
          }}
        />
      </Card>
    </Screen>
  );
}

function patientOf({ patient: [patient] }: CenterTransaction): string {
  return patient ? `#${patient.id} ${nameOf(patient)}`.trim() : texts.noPatient;
}

function productOf({ product: [product] }: CenterTransaction): string {
  return product?.name ?? '';
}

const columns = [
  textColumn<CenterTransaction>(columnTexts.id, ({ id }) => `#${id}`, { sort: ({ id }) => id, width: 130 }),
  dayColumn<CenterTransaction>(columnTexts.date, ({ date }) => date),
  textColumn<CenterTransaction>(columnTexts.patientId, patientOf),
  textColumn<CenterTransaction>(columnTexts.staff, staffOf, { priority: 2 }),
  textColumn<CenterTransaction>(columnTexts.product, productOf),
  numberColumn<CenterTransaction>(columnTexts.quantity, ({ quantity }) => quantity),
  moneyColumn<CenterTransaction>(columnTexts.amountDollars, ({ amount }) => amount),
  textColumn<CenterTransaction>(columnTexts.coupon, ({ coupon_code_used }) => coupon_code_used, { priority: 3 }),
  moneyColumn<CenterTransaction>(columnTexts.couponAmountDollars, couponAmount, { priority: 3 }),
];
