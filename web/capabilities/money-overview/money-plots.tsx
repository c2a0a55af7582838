import type { MoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { formatDollars, formatMonth } from '../../ui/display/formats.ts';
import { linkToDue, linkToJournal, linkToRevenue } from './journal-link.ts';
import { overviewTexts as texts } from './money-overview.texts.ts';

const owedSeries = [
  { key: 'held', label: texts.owed.held },
  { key: 'payable', label: texts.owed.payable },
  { key: 'paid', label: texts.owed.paid },
];

export function OwedPlot({ owed, domain }: { owed: MoneyOverview['owed']; domain: string }) {
  return (
    <ChartFigure
      {...sharedBy(owed.months)}
      kind="bars"
      title={texts.owed.title}
      series={owedSeries}
      points={owed.months.map(({ month, held, payable, paid }) => ({
        label: formatMonth(month),
        values: { held, payable, paid: paid.amount },
        rows: held === 0 && payable === 0 ? linkToJournal(paid.journal, domain) : linkToDue(month, domain),
        rowsOf: {
          held: linkToDue(month, domain, 'held'),
          payable: linkToDue(month, domain, 'payable'),
          paid: linkToJournal(paid.journal, domain),
        },
      }))}
      empty={texts.owed.none}
      finding={texts.owed.finding(formatDollars(owed.payable), formatDollars(owed.held))}
      file="what-we-owe.csv"
    />
  );
}

const parts = ['product', 'shipping', 'storage', 'discounts', 'refunds', 'chargebacks'] as const;
const revenueSeries = [...parts, 'recognised' as const].map((key) => ({ key, label: texts.revenue[key] }));

export function RevenuePlot({ revenue, domain }: { revenue: MoneyOverview['revenue']; domain: string }) {
  const last = revenue.months.at(-1);
  return (
    <ChartFigure
      {...sharedBy(revenue.months)}
      kind="multiples"
      title={texts.revenue.title}
      series={revenueSeries}
      points={revenue.months.map((row) => ({
        label: formatMonth(row.month),
        values: {
          ...Object.fromEntries(parts.map((part) => [part, row[part].amount])),
          recognised: row.recognised,
        },
        soFar: row === last,
        rows: linkToRevenue(row.product.journal, domain),
      }))}
      empty={texts.revenue.none}
      finding={texts.revenue.finding(formatDollars(revenue.recognised), formatMonth(last?.month))}
      file="revenue-recognised.csv"
    />
  );
}

const deferredSeries = [{ key: 'balance', label: texts.deferred.balance }];

export function DeferredPlot({ deferred, domain }: { deferred: MoneyOverview['deferred']; domain: string }) {
  return (
    <ChartFigure
      {...sharedBy(deferred.months)}
      kind="steps"
      title={texts.deferred.title}
      series={deferredSeries}
      points={deferred.months.map(({ month, balance }) => ({
        label: formatMonth(month),
        values: { balance: balance.amount },
        rows: linkToJournal(balance.journal, domain),
      }))}
      empty={texts.deferred.none}
      finding={texts.deferred.finding(formatDollars(deferred.now.amount))}
      file="deferred-storage-revenue.csv"
    />
  );
}

function sharedBy(months: readonly { month: string }[]) {
  const subtitle = texts.period(formatMonth(months[0]?.month), formatMonth(months.at(-1)?.month));
  return { subtitle, unit: 'dollars', axis: texts.month } as const;
}
