import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart, ScatterChart } from '@mantine/charts';
import { useId } from 'react';
import { Rectangle } from 'recharts';
import { formatDay } from '../../display/formats.ts';
import {
  axisText,
  type ChartPoint,
  type ChartReference,
  type ChartSeries,
  type ChartUnit,
  pointName,
  valueText,
} from './chart-data.ts';

export type PlotProps = {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /** The unit of the time axis. */
  axis: string;
  reference?: ChartReference;
  height: number;
  /** Opens the rows behind the point at this index; absent if there are none. */
  onOpen?: (at: number) => void;
};

type Datum = Record<string, string | number | boolean | null>;

/** Amounts or counts by month; the unfinished month is hatched. */
export function Bars({ points, series, unit, height, onOpen }: PlotProps) {
  const id = useId().replaceAll(/[^a-z0-9]/gi, '');
  return (
    <BarChart
      h={height}
      // Several series are parts of each month's total.
      type={series.length > 1 ? 'stacked' : 'default'}
      // Highlights the month under the cursor, also above a low bar.
      barChartProps={
        onOpen && { onClick: ({ activeTooltipIndex: at }) => at !== null && at !== undefined && onOpen(Number(at)) }
      }
      data={dataOf(points)}
      dataKey="name"
      series={series.map((one, at) => ({ name: one.key, label: one.label, color: colourOf(at) }))}
      {...axes(unit)}
      barProps={(one) => ({
        isAnimationActive: false,
        // A tap comes without a hover, so the bar handles the click itself.
        onClick: (_bar, at, event) => {
          event.stopPropagation();
          onOpen?.(at);
        },
        shape: (bar: BarShape) => (
          <Rectangle {...bar} radius={2} fill={bar.payload?.soFar ? `url(#${id}-${one.name})` : bar.fill} />
        ),
      })}
      maxBarWidth={36}
    >
      <defs>
        {series.map((one, at) => (
          <Hatch key={one.key} id={`${id}-${one.key}`} colour={colourOf(at)} />
        ))}
      </defs>
    </BarChart>
  );
}

/** A stock level, which changes at a moment and stays, so the line is stepped. */
export function Steps({ points, series, unit, height }: PlotProps) {
  return (
    <LineChart
      h={height}
      data={dataOf(points)}
      dataKey="name"
      curveType="stepAfter"
      connectNulls={false}
      withDots={points.length <= 12}
      dotProps={{ r: 3 }}
      series={series.map((one, at) => ({
        name: one.key,
        label: one.label,
        color: colourOf(at),
        // Dashes are visible in black-and-white print.
        strokeDasharray: at === 0 ? undefined : '5 4',
      }))}
      lineProps={{ isAnimationActive: false }}
      {...axes(unit)}
    />
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Durations by the day of completion: one dot each, with the target line. */
export function Dots({ points, series: [one], unit, axis, reference, height }: PlotProps) {
  if (!one) return null;
  const dots = points.flatMap(({ day, values }) => {
    const value = values[one.key];
    return day && typeof value === 'number' ? [{ day: Date.parse(day) / DAY_MS, value }] : [];
  });
  const days = dots.map(({ day }) => day);
  const shared = axes(unit);
  return (
    <ScatterChart
      h={height}
      data={[{ name: one.key, color: colourOf(0), data: dots }]}
      dataKey={{ x: 'day', y: 'value' }}
      labels={{ x: axis, y: one.label }}
      valueFormatter={{ x: dayText, y: shared.valueFormatter }}
      referenceLines={
        reference && [
          {
            y: reference.value,
            label: reference.label,
            color: 'var(--vk-waiting-text)',
            labelPosition: 'insideTopLeft',
          },
        ]
      }
      gridColor={shared.gridColor}
      textColor={shared.textColor}
      strokeDasharray={shared.strokeDasharray}
      tickLine="none"
      scatterProps={{ isAnimationActive: false }}
      xAxisProps={{
        type: 'number',
        domain: [Math.min(...days) - 1, Math.max(...days) + 1],
        allowDecimals: false,
        tickMargin: 6,
        tickFormatter: (day: number) => shortDay(dayText(day)),
      }}
      yAxisProps={{
        ...shared.yAxisProps,
        domain: [0, (most: number) => Math.ceil(Math.max(most, reference?.value ?? 0) / 10 + 0.5) * 10],
      }}
    />
  );
}

type BarShape = { payload?: Datum; fill?: string };

function axes(unit: ChartUnit) {
  return {
    valueFormatter: (value: number) => valueText(unit, value),
    yAxisProps: {
      allowDecimals: unit === 'dollars',
      tickFormatter: (value: number) => axisText(unit, value),
      width: 48,
    },
    // The tooltip says 'so far'; the axis has no space for it.
    xAxisProps: { interval: 'preserveStartEnd' as const, tickMargin: 6, tickFormatter: shortName },
    gridColor: 'var(--vk-line)',
    textColor: 'var(--vk-text-2)',
    strokeDasharray: '0',
    tickLine: 'none' as const,
  };
}

function dataOf(points: readonly ChartPoint[]): Datum[] {
  return points.map((point) => ({ ...point.values, name: pointName(point), soFar: point.soFar ?? false }));
}

function shortName(name: string): string {
  return name.replace(', so far', '');
}

function dayText(day: number): string {
  return formatDay(new Date(day * DAY_MS).toISOString());
}

function shortDay(day: string): string {
  return day.replace(/ \d{4}$/, '');
}

export function colourOf(at: number): string {
  return `var(--vk-series-${(at % 6) + 1})`;
}

function Hatch({ id, colour }: { id: string; colour: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={colour} fillOpacity={0.18} />
      <rect width="2" height="6" fill={colour} />
    </pattern>
  );
}
