const DAY_MS = 86_400_000;

/** Today in UTC, as keys expire. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The same day so many years later; 28 February where there is no 29th. */
export function addYears(day: string, years: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  const month = moved.getUTCMonth();
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  if (moved.getUTCMonth() !== month) moved.setUTCDate(0);
  return moved.toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
