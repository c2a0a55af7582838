import type { CsvCell } from '@vialkeep/contract/kernel/csv.ts';
import type { PageLink } from '../../../kernel/navigation/link-to.ts';
import { csv } from '../../display/csv.ts';
import { formatAxisDollars, formatCount, formatDollars } from '../../display/formats.ts';

export type ChartUnit = 'dollars' | 'count' | 'days';

export type ChartSeries = { key: string; label: string };

/** One position on the time axis. A null value is drawn as a gap. */
export type ChartPoint = {
  label: string;
  values: Readonly<Record<string, number | null>>;
  /** The unfinished period: hatched, and labelled 'so far'. */
  soFar?: boolean;
  /** 'YYYY-MM-DD', for dots: the position on the time axis. */
  day?: string;
  /** The link to the rows behind the point, opened when the point is chosen. */
  rows?: PageLink;
  /** The links to the rows behind single values, in the table. */
  rowsOf?: Readonly<Record<string, PageLink>>;
};

/** A horizontal target line: '45 days'. */
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

/** Points that contain a value: with none the plot is empty, with one it is shown as a number. */
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
