import { readRevenue } from '@vialkeep/contract/transactions.ts';
import { useApi } from '../../kernel/query.ts';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { formatCount, formatDollars, formatMonth } from '../../ui/formats.ts';
import { TextLink } from '../../ui/link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { commissionPoints, commissionSeries, groupSeries, revenuePoints } from './plot-points.ts';
import classes from './transactions.module.css';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.plots;

/** UI 4.10: what comes in, and what is owed to those who sell. */
export function RevenuePlots() {
  const revenue = useApi(readRevenue, { query: {} });
  return (
    <Loaded
      query={revenue}
      loading={transactionsTexts.loading}
      failed={texts.none}
      skeleton={<div className={classes.plotsRoom} />}
    >
      {(told) => {
        const [first = '', last = ''] = [told.months[0], told.months.at(-1)];
        const subtitle = texts.whose(texts.allSites, texts.ofTwelve(formatMonth(first), formatMonth(last)));
        const points = revenuePoints(told);
        const now = Object.values(points.at(-1)?.values ?? {}).reduce<number>((sum, value) => sum + (value ?? 0), 0);
        return (
          <div className={classes.plots}>
            <ChartFigure
              title={texts.revenue}
              subtitle={subtitle}
              kind="bars"
              unit="dollars"
              axis={texts.month}
              series={groupSeries}
              points={points}
              finding={texts.revenueFinding(formatDollars(now), formatMonth(last))}
              empty={texts.none}
              file="revenue-by-month.csv"
            />
            <div>
              <ChartFigure
                title={texts.commission}
                subtitle={subtitle}
                kind="bars"
                unit="dollars"
                axis={texts.month}
                series={commissionSeries}
                points={commissionPoints(told)}
                finding={texts.commissionFinding(formatDollars(told.unpaid.amount), formatCount(told.unpaid.count))}
                empty={texts.none}
                file="commission-by-month.csv"
              />
              <TextLink to="/all-transaction-report" search={{ 'f.commission': 'false' }}>
                {texts.openUnpaid}
              </TextLink>
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}
