import type { Sales } from '@vialkeep/contract/transactions.ts';
import { ChartFigure } from '../../../ui/charts/chart-figure.tsx';
import { formatDollars, formatMonth } from '../../../ui/display/formats.ts';
import classes from '../transactions.module.css';
import { transactionsTexts } from '../transactions.texts.ts';
import {
  amountPoints,
  amountSeries,
  memberPoints,
  type ReportPath,
  teamPoints,
  teamSeries,
  thisMonth,
} from './plot-points.ts';

const texts = transactionsTexts.plots;
const whose = { product: texts.yours, rep: texts.team, manager: texts.teams };

type Props = {
  sales: Sales;
  /** The page that lists the rows; null if there is none. */
  report: ReportPath | null;
};

/** Sales by month, and beside it a rep's products, a manager's reps, or small multiples of a distributor's managers. */
export function SalesPlots({ sales, report }: Props) {
  const now = thisMonth(sales);
  const period = texts.ofTwelve(formatMonth(sales.months[0]), formatMonth(now.month));
  const shared = {
    subtitle: texts.whose(whose[sales.by], period),
    unit: 'dollars',
    empty: texts.none,
    finding: texts.revenueFinding(formatDollars(now.amount), formatMonth(now.month)),
  } as const;
  const members = memberPoints(sales, report);
  const [first] = members;
  return (
    <div className={classes.plots}>
      <ChartFigure
        {...shared}
        kind="bars"
        title={texts.byMonth}
        axis={texts.month}
        series={amountSeries}
        points={amountPoints(sales, report)}
        file="amount-by-month.csv"
      />
      {sales.by !== 'manager' && (
        <ChartFigure
          {...shared}
          kind="ranks"
          title={sales.by === 'rep' ? texts.byRep : texts.byProduct}
          axis={sales.by === 'rep' ? texts.rep : texts.product}
          series={amountSeries}
          points={members}
          finding={first ? texts.leads(first.label, formatDollars(first.values.amount)) : texts.none}
          file={`amount-by-${sales.by}.csv`}
        />
      )}
      {sales.by === 'manager' && <Managers {...shared} sales={sales} report={report} />}
    </div>
  );
}

type Shared = { subtitle: string; unit: 'dollars'; empty: string };

function Managers({ sales, report, subtitle, unit, empty }: Props & Shared) {
  const team = teamSeries(sales);
  const [first] = memberPoints(sales, report);
  return (
    <ChartFigure
      {...{ subtitle, unit, empty }}
      title={texts.byManager}
      kind="multiples"
      axis={texts.month}
      series={team.series}
      points={teamPoints(sales, team, report)}
      finding={first ? texts.leads(first.label, formatDollars(first.values.amount)) : texts.none}
      file="amount-by-manager.csv"
    />
  );
}
