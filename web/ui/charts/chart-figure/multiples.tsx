import { pointName, valueText } from './chart-data.ts';
import classes from './multiples.module.css';
import type { PlotProps } from './plots.tsx';

const WIDTH = 220;
const HEIGHT = 64;

/** One small plot per series, all on the same scale, so that they can be compared. */
export function Multiples({ points, series, unit, onOpen }: PlotProps) {
  const most = Math.max(1, ...points.flatMap(({ values }) => Object.values(values).map((value) => value ?? 0)));
  const step = WIDTH / Math.max(points.length - 1, 1);
  return (
    <ul className={classes.multiples}>
      {series.map(({ key, label }) => {
        const values = points.map((point) => point.values[key] ?? 0);
        const line = values.map((value, at) => `${at * step},${HEIGHT - (value / most) * HEIGHT}`);
        return (
          <li key={key} className={classes.one}>
            <p className={classes.name}>{label}</p>
            <p className={classes.total}>{valueText(unit, sumOf(values))}</p>
            <svg className={classes.line} viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} aria-hidden>
              <path className={classes.base} d={`M0,${HEIGHT}H${WIDTH}`} />
              <path className={classes.past} d={`M${line.slice(0, -1).join('L')}`} />
              {/* The last month is unfinished. */}
              <path className={classes.soFar} d={`M${line.slice(-2).join('L')}`} />
              {points.map((point, at) => (
                <rect
                  key={point.label}
                  className={classes.month}
                  x={(at - 0.5) * step}
                  y={-4}
                  width={step}
                  height={HEIGHT + 8}
                  onClick={onOpen && (() => onOpen(at))}
                >
                  <title>{`${pointName(point)}: ${valueText(unit, values[at])}`}</title>
                </rect>
              ))}
            </svg>
          </li>
        );
      })}
    </ul>
  );
}

/** Sums in cents, which is exact. */
function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
}
