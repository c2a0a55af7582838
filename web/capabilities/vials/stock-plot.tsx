import { readVials } from '@vialkeep/contract/vials.ts';
import { useApi } from '../../kernel/api/query.ts';
import type { RecordPartProps } from '../../kernel/navigation/record-parts.ts';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { formatDay, formatMonth, today } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { stockOverTime } from './stock-over-time.ts';
import { vialsTexts } from './vials.texts.ts';

const texts = vialsTexts.plot;

/** Plots the number of vials from the first entry to today. */
export function StockPlot({ patientId }: RecordPartProps) {
  const vials = useApi(readVials, { params: { userId: patientId } });
  if (!vials.data) {
    return (
      <Card title={texts.title}>
        <Loaded query={vials}>{() => null}</Loaded>
      </Card>
    );
  }
  const { user_vials, vials_history } = vials.data.data;
  const { unit, points } = stockOverTime(vials_history, today());
  const first = vials_history.map(({ date }) => date).toSorted()[0];
  const name = (day: string) => (unit === 'month' ? formatMonth(day) : formatDay(day));
  return (
    <ChartFigure
      title={texts.title}
      subtitle={first ? texts.subtitle(formatDay(first)) : texts.noneYet}
      kind="steps"
      unit="count"
      series={[{ key: 'available', label: texts.series }]}
      points={points.map(({ day, available }, at) => ({
        label: name(day),
        values: { available },
        soFar: unit === 'month' && at === points.length - 1,
      }))}
      axis={texts.axis[unit]}
      finding={texts.finding(user_vials)}
      empty={texts.empty}
      file={texts.file}
    />
  );
}
