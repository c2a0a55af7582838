import { TextLink } from '../../actions/link.tsx';
import { pointName, valueText } from './chart-data.ts';
import type { PlotProps } from './plots.tsx';
import classes from './ranks.module.css';

/** Horizontal bars in the given order, so that long names are readable. */
export function Ranks({ points, series: [one], unit }: PlotProps) {
  if (!one) return null;
  const valueOf = (point: (typeof points)[number]) => point.values[one.key] ?? 0;
  const most = Math.max(...points.map(valueOf));
  return (
    <ol className={classes.ranks}>
      {points.map((point) => (
        <li key={point.label} className={classes.one}>
          <span className={classes.name}>
            {point.rows ? <TextLink to={point.rows}>{pointName(point)}</TextLink> : pointName(point)}
          </span>
          <span className={classes.value}>{valueText(unit, valueOf(point))}</span>
          <span className={classes.ground} aria-hidden>
            {valueOf(point) > 0 && (
              <span className={classes.bar} style={{ width: `${(valueOf(point) / most) * 100}%` }} />
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
