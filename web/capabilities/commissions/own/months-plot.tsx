import type { listOwnCommissions } from '@vialkeep/contract/commissions.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { ChartFigure } from '../../../ui/charts/chart-figure.tsx';
import { formatDollars, formatMonth } from '../../../ui/display/formats.ts';
import { myCommissionsTexts } from './my-commissions.texts.ts';

const texts = myCommissionsTexts.plot;
const series = [
  { key: 'earned', label: texts.earned },
  { key: 'paid', label: texts.paid },
];

type Months = Answer<typeof listOwnCommissions>['months'];

/** What was earned and paid in this month and the eleven before. */
export function MonthsPlot({ months }: { months: Months }) {
  const last = months.at(-1);
  return (
    <ChartFigure
      kind="bars"
      unit="dollars"
      title={texts.title}
      subtitle={texts.subtitle(formatMonth(months[0]?.month), formatMonth(last?.month))}
      axis={texts.month}
      series={series}
      points={months.map(({ month, earned, paid }) => ({
        label: formatMonth(month),
        values: { earned, paid },
        soFar: month === last?.month,
        rows: linkTo(addresses.myCommissions, {}, { 'f.month': month }),
      }))}
      empty={texts.none}
      finding={texts.finding(formatDollars(last?.earned), formatMonth(last?.month))}
      file="commission-by-month.csv"
    />
  );
}
