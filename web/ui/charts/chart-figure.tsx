import { IconDownload, IconTable } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { afterReads } from '../../kernel/api/after-reads.ts';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import { Button } from '../actions/button.tsx';
import { TextLink } from '../actions/link.tsx';
import { download } from '../display/csv.ts';
import {
  type ChartPoint,
  type ChartReference,
  type ChartSeries,
  type ChartUnit,
  chartFile,
  pointName,
  tellingPoints,
  valueText,
} from './chart-figure/chart-data.ts';
import classes from './chart-figure/chart-figure.module.css';
import { Multiples } from './chart-figure/multiples.tsx';
import { Ranks } from './chart-figure/ranks.tsx';

const Bars = lazy(async () => ({ default: (await loadPlots()).Bars }));
const Steps = lazy(async () => ({ default: (await loadPlots()).Steps }));
const Dots = lazy(async () => ({ default: (await loadPlots()).Dots }));

/** Plots are large, so they load when one is rendered, after the rest of the page; their box has its height before. */
async function loadPlots() {
  await afterReads();
  return import('./chart-figure/plots.tsx');
}

const plots = { bars: Bars, steps: Steps, dots: Dots, multiples: Multiples, ranks: Ranks };

/** Plots whose height depends on their data. */
const growing: ReadonlySet<keyof typeof plots> = new Set(['multiples', 'ranks']);

const hints: Partial<Record<keyof typeof plots, string>> = {
  multiples: 'Choose a month to see its rows.',
  ranks: 'Choose a name to see its rows.',
};

const MOST_SERIES = 4;
const HEIGHT = 220;

type Props = {
  /** The measure: 'Amount by month'. */
  title: string;
  /** The subject and the period: 'Your transactions, Dec 2025 to Nov 2026'. */
  subtitle: string;
  kind: keyof typeof plots;
  unit: ChartUnit;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** The unit of the time axis: 'Month'. */
  axis: string;
  /** A target line to compare the values with. */
  reference?: ChartReference;
  /** The plot's result in one sentence, with a link to more. */
  finding: ReactNode;
  /** 'No transactions in this period.' */
  empty: string;
  /** The file's name, including '.csv'. */
  file: string;
};

/** A plot with its summary text, data table and file download. */
export function ChartFigure(props: Props) {
  const { title, subtitle, kind, unit, series, points, axis, reference, finding, empty, file } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const telling = tellingPoints(points);
  const Plot = plots[kind];
  const open = useOpening(points);
  // Small multiples need no legend and have no limit on the number of series.
  const isSideBySide = kind === 'multiples';
  if (series.length > MOST_SERIES && !isSideBySide) throw new Error(`A plot shows at most ${MOST_SERIES} series.`);

  return (
    <figure className={classes.figure} aria-labelledby={`${id}-title`}>
      <figcaption className={classes.caption}>
        <div>
          <h2 id={`${id}-title`} className={classes.title}>
            {title}
          </h2>
          <p className={classes.subtitle}>{subtitle}</p>
        </div>
        {telling.length > 0 && series.length > 1 && !isSideBySide && <Legend series={series} />}
      </figcaption>
      {telling.length === 0 && <p className={classes.empty}>{empty}</p>}
      {telling.length === 1 && telling[0] && <OnePoint point={telling[0]} series={series} unit={unit} />}
      {telling.length > 1 &&
        (asTable ? (
          <PointsTable {...{ title, axis, series, points, unit }} />
        ) : (
          <div
            className={classes.plot}
            style={growing.has(kind) ? undefined : { height: HEIGHT }}
            data-opens={open !== undefined || undefined}
          >
            <Suspense fallback={null}>
              <Plot {...{ points, series, unit, axis, reference }} height={HEIGHT} onOpen={open} />
            </Suspense>
          </div>
        ))}
      {telling.length > 0 && <p className={classes.finding}>{finding}</p>}
      {telling.length > 1 && (
        <div className={classes.actions}>
          <Button
            kind="quiet"
            size="xs"
            icon={<IconTable size={14} stroke={1.6} aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'View as plot' : 'View as table'}
          </Button>
          <Button
            kind="quiet"
            size="xs"
            icon={<IconDownload size={14} stroke={1.6} aria-hidden />}
            onClick={() => download(file, chartFile(axis, series, points))}
          >
            CSV
          </Button>
          {open && <span className={classes.hint}>{hints[kind] ?? 'Choose a bar to see its rows.'}</span>}
        </div>
      )}
    </figure>
  );
}

/** Opens the rows behind a point, if any point has rows. The table's links do the same for keyboard users. */
function useOpening(points: readonly ChartPoint[]): ((at: number) => void) | undefined {
  const router = useRouter();
  if (points.every(({ rows }) => rows === undefined)) return undefined;
  return (at) => {
    const rows = points[at]?.rows;
    if (rows) void router.navigate(rows);
  };
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className={classes.legend}>
      {series.map((one, at) => (
        <li key={one.key}>
          <span className={classes.swatch} style={{ background: `var(--vk-series-${at + 1})` }} aria-hidden />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

/** A single point is shown as a number instead of a plot. */
function OnePoint({ point, series, unit }: { point: ChartPoint; series: readonly ChartSeries[]; unit: ChartUnit }) {
  return (
    <dl className={classes.one}>
      {series.map((one) => (
        <div key={one.key}>
          <dt>
            {one.label}, {pointName(point)}
          </dt>
          <dd>{valueText(unit, point.values[one.key])}</dd>
        </div>
      ))}
    </dl>
  );
}

type TableProps = Pick<Props, 'title' | 'axis' | 'series' | 'points' | 'unit'>;

function PointsTable({ title, axis, series, points, unit }: TableProps) {
  return (
    <div className={classes.table} role="region" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map((one) => (
              <th key={one.key} scope="col" data-align="end">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">
                {point.rows ? <TextLink to={point.rows}>{pointName(point)}</TextLink> : pointName(point)}
              </th>
              {series.map((one) => (
                <td key={one.key} data-align="end">
                  <PointValue text={valueText(unit, point.values[one.key])} rows={point.rowsOf?.[one.key]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PointValue({ text, rows }: { text: string; rows: PageLink | undefined }) {
  return rows ? <TextLink to={rows}>{text}</TextLink> : text;
}
