import { type Revenue, readRevenue } from '@vialkeep/contract/transactions.ts';
import type { ReactNode } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { TextLink } from '../../../ui/actions/link.tsx';
import { ChartFigure } from '../../../ui/charts/chart-figure.tsx';
import { formatCount, formatDollars, formatMonth } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import classes from '../transactions.module.css';
import { transactionsTexts } from '../transactions.texts.ts';
import { commissionPoints, commissionSeries, groupSeries, revenuePoints } from './revenue-points.ts';

const texts = transactionsTexts.plots;

/** Plots the revenue and the commissions. A month links to its rows. */
export function RevenuePlots() {
  return (
    <LoadedRevenue>
      {(revenue) => (
        <div className={classes.plots}>
          <RevenueByMonth revenue={revenue} />
          <Commission revenue={revenue} />
        </div>
      )}
    </LoadedRevenue>
  );
}

/** The plot above the list; a month filters the list. */
export function RevenuePlot() {
  return <LoadedRevenue>{(revenue) => <RevenueByMonth revenue={revenue} />}</LoadedRevenue>;
}

function LoadedRevenue({ children }: { children: (revenue: Revenue) => ReactNode }) {
  const revenue = useApi(readRevenue, { query: {} });
  return (
    <Loaded
      query={revenue}
      loading={transactionsTexts.loading}
      failed={texts.none}
      skeleton={<div className={classes.plotsRoom} />}
    >
      {children}
    </Loaded>
  );
}

function RevenueByMonth({ revenue }: { revenue: Revenue }) {
  const points = revenuePoints(revenue);
  const now = Object.values(points.at(-1)?.values ?? {}).reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return (
    <ChartFigure
      {...sharedBy(revenue)}
      title={texts.revenue}
      series={groupSeries}
      points={points}
      finding={texts.revenueFinding(formatDollars(now), formatMonth(revenue.months.at(-1)))}
      file="revenue-by-month.csv"
    />
  );
}

function Commission({ revenue }: { revenue: Revenue }) {
  const { amount, count } = revenue.unpaid;
  return (
    <ChartFigure
      {...sharedBy(revenue)}
      title={texts.commission}
      series={commissionSeries}
      points={commissionPoints(revenue)}
      finding={
        <>
          {texts.commissionFinding(formatDollars(amount), formatCount(count))}{' '}
          <TextLink to={linkTo(addresses.allTransactions, {}, { 'f.commission': 'false' })}>
            {texts.openUnpaid}
          </TextLink>
        </>
      }
      file="commission-by-month.csv"
    />
  );
}

function sharedBy({ months }: Revenue) {
  const period = texts.ofTwelve(formatMonth(months[0]), formatMonth(months.at(-1)));
  return {
    subtitle: texts.whose(texts.allSites, period),
    kind: 'bars',
    unit: 'dollars',
    axis: texts.month,
    empty: texts.none,
  } as const;
}
