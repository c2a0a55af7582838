import type { CsvCell } from '@vialkeep/contract/kernel/csv.ts';
import { csv } from '../../display/csv.ts';
import { formatAxisDollars, formatCount, formatDollars } from '../../display/formats.ts';

export type ChartUnit = 'dollars' | 'count' | 'days';

export type ChartSeries = { key: string; label: string };

/** Where the rows behind a point are. */
export type PointRows = { to: string; search?: Readonly<Record<string, string>> };

/** One place on the time axis. A value that is null is a gap and is drawn as one. */
export type ChartPoint = {
  label: string;
  values: Readonly<Record<string, number | null>>;
  /** The period that is not over yet: hatched, and said to be 'so far'. */
  soFar?: boolean;
  /** 'YYYY-MM-DD', for dots: where on the time axis it lies. */
  day?: string;
  /** What opens when it is chosen. */
  rows?: PointRows;
};

/** A line across the plot that values are held against: '45 days'. */
export type ChartReference = { value: number; label: string };

export function valueText(unit: ChartUnit, value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (unit === 'days') return value === 1 ? '1 day' : `${formatCount(value)} days`;
  return unit === 'dollars' ? formatDollars(value) : formatCount(value);
}

export function axisText(unit: ChartUnit, value: number): string {
  return unit === 'dollars' ? formatAxisDollars(value) : formatCount(value);
}

export function pointName(point: ChartPoint): string {
  return point.soFar ? `${point.label}, so far` : point.label;
}

/** Points that carry anything at all: none makes an empty plot, one is told as a number. */
export function tellingPoints(points: readonly ChartPoint[]): readonly ChartPoint[] {
  return points.filter((point) => Object.values(point.values).some((value) => value !== null && value !== 0));
}

export function chartFile(first: string, series: readonly ChartSeries[], points: readonly ChartPoint[]): string {
  const rows = points.map((point): CsvCell[] => [
    pointName(point),
    ...series.map((one) => point.values[one.key] ?? null),
  ]);
  return csv([first, ...series.map((one) => one.label)], rows);
}
