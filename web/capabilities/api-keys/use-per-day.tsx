import type { ApiKey } from '@vialkeep/contract/api-keys.ts';
import { useState } from 'react';
import { apiKeysTexts as texts } from './api-keys.texts.ts';
import classes from './use-per-day.module.css';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The calls of the last 30 days, one bar a day; the words beside it say the sum. */
export function UsePerDay({ days }: Pick<ApiKey, 'days'>) {
  const [now] = useState(Date.now);
  const byDay = new Map(days.map(({ day, calls }) => [day, calls]));
  const bars = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(now - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, calls: byDay.get(day) ?? 0 };
  });
  const most = Math.max(1, ...bars.map(({ calls }) => calls));
  return (
    <span className={classes.use}>
      {days.length > 0 && (
        <svg className={classes.bars} viewBox={`0 0 ${DAYS * 3} 20`} aria-hidden preserveAspectRatio="none">
          {bars.map(({ day, calls }, index) => (
            <rect key={day} x={index * 3} width={2} y={20 - height(calls, most)} height={height(calls, most)} />
          ))}
        </svg>
      )}
      <span className="tabular">{words(days)}</span>
    </span>
  );
}

/** A day with few calls is still seen. */
function height(calls: number, most: number): number {
  return calls === 0 ? 1 : Math.max(3, Math.round((calls / most) * 20));
}

export function words(days: ApiKey['days']): string {
  const sum = (of: 'calls' | 'refused') => days.reduce((total, day) => total + day[of], 0);
  const refused = sum('refused');
  return refused === 0 ? texts.calls(sum('calls')) : `${texts.calls(sum('calls'))}, ${texts.refused(refused)}`;
}
