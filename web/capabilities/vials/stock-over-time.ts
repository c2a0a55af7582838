import type { VialEntry } from '@vialkeep/contract/vials.ts';

export type StockPoint = { /** The last day of the period, 'YYYY-MM-DD'. */ day: string; available: number };
export type Stock = { unit: 'day' | 'week' | 'month'; points: StockPoint[] };

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_POINTS = 24;

/**
 * The number of vials at the end of every day, week or month from the first entry to today. All periods have the same
 * length, and there are few enough to read. The first point is the day before the first entry.
 */
export function stockOverTime(entries: readonly Pick<VialEntry, 'type' | 'quantity' | 'date'>[], today: string): Stock {
  const first = entries.reduce((earliest, { date }) => (date < earliest ? date : earliest), today);
  const days = (at(today) - at(first)) / DAY_MS + 1;
  const unit = days < MOST_POINTS ? 'day' : days / 7 < MOST_POINTS - 1 ? 'week' : 'month';
  const ends = unit === 'month' ? monthEnds(first, today) : evenEnds(first, today, unit === 'day' ? 1 : 7);
  const points = ends.map((day) => ({ day, available: availableOn(entries, day) }));
  return { unit, points: points.slice(-MOST_POINTS) };
}

function availableOn(entries: readonly Pick<VialEntry, 'type' | 'quantity' | 'date'>[], day: string): number {
  const sum = entries
    .filter(({ date }) => date <= day)
    .reduce((total, { type, quantity }) => total + (type === 'added' ? quantity : -quantity), 0);
  // Vials may be recorded as shipped on a day before their recorded arrival.
  return Math.max(0, sum);
}

/** Counts back from today to the day before the first entry. */
function evenEnds(first: string, today: string, step: number): string[] {
  const ends: string[] = [];
  for (let time = at(today); time >= at(first) - step * DAY_MS; time -= step * DAY_MS) ends.unshift(dayOf(time));
  return ends;
}

function monthEnds(first: string, today: string): string[] {
  const ends: string[] = [today];
  for (let end = endOfMonthBefore(today); ; end = endOfMonthBefore(end)) {
    ends.unshift(end);
    if (end < first) return ends;
  }
}

function endOfMonthBefore(day: string): string {
  return dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, 0));
}

function at(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
