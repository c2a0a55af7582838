import { readSales, type Sales } from '@vialkeep/contract/transactions.ts';
import { useApi } from '../../kernel/query.ts';
import { useUser } from '../../kernel/session.ts';
import { Card } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { formatDay, formatDollars, formatMonth, today } from '../../ui/formats.ts';
import { TextLink } from '../../ui/link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import {
  amountPoints,
  amountSeries,
  memberPoints,
  quietMembers,
  teamPoints,
  teamSeries,
  thisMonth,
} from './plot-points.ts';
import classes from './transactions.module.css';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.plots;

const words = {
  product: { whose: texts.yours, report: '/my-transaction-report' },
  rep: { whose: texts.team, report: '/team-transaction-report' },
  manager: { whose: texts.teams, report: '/manager-teams-transaction-report' },
};

/** F052, UI 4.10: what somebody and their team sold this month and in the eleven before. */
export function OwnSales() {
  const { id } = useUser();
  const sales = useApi(readSales, { params: { id } });
  return (
    <Loaded
      query={sales}
      loading={transactionsTexts.loading}
      failed={texts.none}
      skeleton={<div className={classes.plotsRoom} />}
    >
      {(told) => <Told sales={told} />}
    </Loaded>
  );
}

function Told({ sales }: { sales: Sales }) {
  const { whose, report } = words[sales.by];
  const now = thisMonth(sales);
  const period = texts.ofTwelve(formatMonth(sales.months[0]), formatMonth(now.month));
  const shared = {
    subtitle: texts.whose(whose, period),
    kind: 'bars',
    unit: 'dollars',
    empty: texts.none,
    finding: texts.revenueFinding(formatDollars(now.amount), formatMonth(now.month)),
  } as const;
  const team = teamSeries(sales);
  const members = memberPoints(sales);
  const [first] = members;
  return (
    <>
      <Card title={texts.thisMonth}>
        <p className={classes.month}>
          <span className={classes.monthAmount}>{formatDollars(now.amount)}</span>
          <TextLink to={report}>{texts.count(now.count)}</TextLink>
          <span>{texts.change(formatDollars(now.before))}</span>
        </p>
        {sales.by === 'rep' && <Quiet sales={sales} />}
      </Card>
      <div className={classes.plots}>
        <ChartFigure
          {...shared}
          title={texts.byMonth}
          axis={texts.month}
          series={sales.by === 'manager' ? team.series : amountSeries}
          points={sales.by === 'manager' ? teamPoints(sales, team) : amountPoints(sales)}
          file="amount-by-month.csv"
        />
        {sales.by === 'rep' && (
          <ChartFigure
            {...shared}
            title={texts.byRep}
            axis={texts.rep}
            series={amountSeries}
            points={members}
            finding={first ? texts.leads(first.label, formatDollars(first.values.amount)) : texts.none}
            file="amount-by-rep.csv"
          />
        )}
      </div>
    </>
  );
}

function Quiet({ sales }: { sales: Sales }) {
  const quiet = quietMembers(sales, today());
  if (quiet.length === 0) return <p>{texts.nobodyQuiet}</p>;
  return (
    <>
      <h3 className={classes.filesTitle}>{texts.quiet}</h3>
      <ul className={classes.quiet}>
        {quiet.map(({ id, name, last }) => (
          <li key={id}>
            {name} · {last ? formatDay(last) : texts.never}
          </li>
        ))}
      </ul>
    </>
  );
}
