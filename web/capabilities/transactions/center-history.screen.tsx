import { type CenterTransaction, listCenterTransactions } from '@vialkeep/contract/transactions.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { useUser } from '../../kernel/session/session.ts';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatDollars, formatMonth, formatPersonName, today } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dayColumn, moneyColumn, numberColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { monthChip, monthOf } from './month-chip.ts';
import { amountPoints, amountSeries, lastMonths } from './reports/plot-points.ts';
import { couponAmount, hasMatchingIdOrText, productOf, staffOf } from './transaction-labels.ts';
import classes from './transactions.module.css';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.history;
const columnTexts = transactionsTexts.columns;
const plotTexts = transactionsTexts.plots;
const PER_PAGE = 10;

/** A center's transactions (F079). */
export function CenterHistoryScreen() {
  const { id } = useUser();
  const transactions = useApi(listCenterTransactions, { params: { id } });
  return (
    <Screen title={texts.title} wide>
      {transactions.data ? <ByMonth rows={transactions.data} /> : <div className={classes.plotsRoom} />}
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
            matches: (row, typed) =>
              hasMatchingIdOrText([row.id, patientOf(row), row.patient[0]?.email, productOf(row)], typed),
          }}
          filters={[monthChip(transactions.data ?? [])]}
          views={false}
        />
      </Card>
    </Screen>
  );
}

/** The list is loaded completely, so the months are summed on the client. */
function ByMonth({ rows }: { rows: readonly CenterTransaction[] }) {
  const months = lastMonths(today());
  const sold = rows.map((row) => ({ month: monthOf(row), amount: row.amount }));
  const points = amountPoints({ months, sold }, addresses.centerHistory);
  const [first, last] = [formatMonth(months[0]), formatMonth(months.at(-1))];
  return (
    <ChartFigure
      title={plotTexts.byMonth}
      subtitle={plotTexts.whose(plotTexts.center, plotTexts.ofTwelve(first, last))}
      kind="bars"
      unit="dollars"
      axis={plotTexts.month}
      series={amountSeries}
      points={points}
      finding={plotTexts.revenueFinding(formatDollars(points.at(-1)?.values.amount), last)}
      empty={plotTexts.none}
      file="amount-by-month.csv"
    />
  );
}

function patientOf({ patient: [patient] }: CenterTransaction): string {
  return patient ? `#${patient.id} ${formatPersonName(patient)}`.trim() : texts.noPatient;
}

const columns = [
  textColumn<CenterTransaction>(columnTexts.id, ({ id }) => `#${id}`, { sort: ({ id }) => id, width: 130 }),
  dayColumn<CenterTransaction>(columnTexts.date, ({ date }) => date),
  textColumn<CenterTransaction>(columnTexts.patientId, patientOf),
  textColumn<CenterTransaction>(columnTexts.staff, staffOf, { priority: 2 }),
  textColumn<CenterTransaction>(columnTexts.product, productOf),
  numberColumn<CenterTransaction>(columnTexts.quantity, ({ quantity }) => quantity),
  moneyColumn<CenterTransaction>(columnTexts.amountDollars, ({ amount }) => amount),
  textColumn<CenterTransaction>(columnTexts.coupon, ({ coupon_code_used }) => coupon_code_used, {
    priority: 3,
  }),
  moneyColumn<CenterTransaction>(columnTexts.couponAmountDollars, couponAmount, { priority: 3 }),
];
