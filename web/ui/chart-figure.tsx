import { IconDownload, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from './button.tsx';
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
import { download } from './csv.ts';

// Plots are heavy; they come when one is on the screen.
const Bars = lazy(async () => ({ default: (await import('./chart-figure/plots.tsx')).Bars }));
const Steps = lazy(async () => ({ default: (await import('./chart-figure/plots.tsx')).Steps }));
const Dots = lazy(async () => ({ default: (await import('./chart-figure/plots.tsx')).Dots }));

const plots = { bars: Bars, steps: Steps, dots: Dots };

const MOST_SERIES = 4;
const HEIGHT = 220;

type Props = {
  /** What: 'Amount by month'. */
  title: string;
  /** Whose and when: 'Your transactions, Dec 2025 to Nov 2026'. */
  subtitle: string;
  kind: keyof typeof plots;
  unit: ChartUnit;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** What the time axis counts: 'Month'. */
  axis: string;
  /** A line that the values are held against. */
  reference?: ChartReference;
  /** What the plot shows, in one sentence. */
  finding: string;
  /** 'No transactions in this period.' */
  empty: string;
  /** The file's name, '.csv' included. */
  file: string;
};

/** A plot with everything around it: what it says in words, as a table, and as a file. */
export function ChartFigure(props: Props) {
  const { title, subtitle, kind, unit, series, points, axis, reference, finding, empty, file } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const telling = tellingPoints(points);
  const Plot = plots[kind];
  if (series.length > MOST_SERIES) throw new Error(`A plot shows at most ${MOST_SERIES} series.`);

  return (
    <figure className={classes.figure} aria-labelledby={`${id}-title`}>
      <figcaption className={classes.caption}>
        <div>
          <h2 id={`${id}-title`} className={classes.title}>
            {title}
          </h2>
          <p className={classes.subtitle}>{subtitle}</p>
        </div>
        {telling.length > 0 && series.length > 1 && <Legend series={series} />}
      </figcaption>
      {telling.length === 0 && <p className={classes.empty}>{empty}</p>}
      {telling.length === 1 && telling[0] && <OnePoint point={telling[0]} series={series} unit={unit} />}
      {telling.length > 1 &&
        (asTable ? (
          <PointsTable {...{ title, axis, series, points, unit }} />
        ) : (
          <div className={classes.plot} style={{ height: HEIGHT }}>
            <Suspense fallback={null}>
              <Plot points={points} series={series} unit={unit} axis={axis} reference={reference} height={HEIGHT} />
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
        </div>
      )}
    </figure>
  );
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

/** One point is a number, not a plot. */
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
              <th scope="row">{pointName(point)}</th>
              {series.map((one) => (
                <td key={one.key} data-align="end">
                  {valueText(unit, point.values[one.key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
