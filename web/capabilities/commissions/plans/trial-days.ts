/** The twelve whole months before the month of this day. */
export function lastTwelveMonths(day: string): { from: string; to: string } {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7)) - 1;
  return { from: formatUtcDay(year - 1, month, 1), to: formatUtcDay(year, month, 0) };
}

function formatUtcDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
