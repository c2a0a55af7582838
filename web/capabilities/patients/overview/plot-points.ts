import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import type { readSterilityEndings } from '@vialkeep/contract/patient-overview.ts';
import type { ChartPoint } from '../../../ui/charts/chart-figure/chart-data.ts';
import { formatDay } from '../../../ui/display/formats.ts';

type Told = Answer<typeof readSterilityEndings>;

/** The target in days from receipt to ready. */
export const READY_WITHIN_DAYS = 45;

export const ENDING = 'ending';
export const TOOK = 'took';

export function endingPoints(endings: Told['endings']): ChartPoint[] {
  return endings.map(({ day, count }) => ({ label: withoutYear(day), values: { [ENDING]: count } }));
}

export function endingsFinding(endings: Told['endings']): string {
  const total = endings.reduce((sum, { count }) => sum + count, 0);
  const busiest = endings.toSorted((left, right) => right.count - left.count)[0];
  if (total === 0 || !busiest) return '';
  if (total === 1) return `1 test ends on ${formatDay(busiest.day)}.`;
  if (busiest.count === 1) return `${total} tests end, never two on one day.`;
  return `${total} tests end; most on ${formatDay(busiest.day)}: ${busiest.count}.`;
}

/** '15 Nov to 28 Nov 2026' */
export function spanOf(endings: Told['endings']): string {
  const [first, last] = [endings[0], endings.at(-1)];
  return first && last ? `${withoutYear(first.day)} to ${formatDay(last.day)}` : '';
}

/** Time runs from left to right. */
export function durationPoints(finished: Told['finished']): ChartPoint[] {
  return finished
    .toSorted((left, right) => (left.ready_on < right.ready_on ? -1 : 1))
    .map(({ id, ready_on, days }) => ({
      label: `#${id}, ${formatDay(ready_on)}`,
      day: ready_on,
      values: { [TOOK]: days },
    }));
}

export function durationsFinding(finished: Told['finished']): string {
  if (finished.length === 0) return '';
  const days = finished.map((sample) => sample.days).toSorted((left, right) => left - right);
  const inTime = days.filter((took) => took <= READY_WITHIN_DAYS).length;
  const middle = days[Math.floor(days.length / 2)] ?? 0;
  const samples = days.length === 1 ? '1 sample was' : `${days.length} samples were`;
  return `${inTime} of ${samples} ready within ${READY_WITHIN_DAYS} days. Half took ${middle} days or longer.`;
}

function withoutYear(day: string): string {
  return formatDay(day).replace(/ \d{4}$/, '');
}
