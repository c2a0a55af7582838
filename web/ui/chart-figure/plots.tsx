import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useId } from 'react';
import { Rectangle } from 'recharts';
import { axisText, type ChartPoint, type ChartSeries, type ChartUnit, pointName, valueText } from './chart-data.ts';

export type PlotProps = {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  height: number;
};

type Datum = Record<string, string | number | boolean | null>;

/** Amounts or counts by month; the month that is not over is hatched. */
export function Bars({ points, series, unit, height }: PlotProps) {
  const id = useId().replaceAll(/[^a-z0-9]/gi, '');
  return (
    <BarChart
      h={height}
      data={dataOf(points)}
      dataKey="name"
      series={series.map((one, at) => ({ name: one.key, label: one.label, color: colourOf(at) }))}
      {...axes(unit)}
      barProps={(one) => ({
        isAnimationActive: false,
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

/** What is in stock: it changes at a moment and stays, so the line goes in steps. */
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
        // Dashes survive black-and-white paper.
        strokeDasharray: at === 0 ? undefined : '5 4',
      }))}
      lineProps={{ isAnimationActive: false }}
      {...axes(unit)}
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
    // The tooltip says 'so far'; under the axis there is no room for it.
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
