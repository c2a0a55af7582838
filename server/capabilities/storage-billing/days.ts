const DAY_MS = 86_400_000;

/** The day of UTC by the server's clock, as YYYY-MM-DD. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The last day of the month before. */
export function lastDayOfMonthBefore(day: string): string {
  return addDays(`${day.slice(0, 7)}-01`, -1);
}
