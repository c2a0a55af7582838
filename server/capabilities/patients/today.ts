const DAY_MS = 24 * 60 * 60 * 1000;

/** The day by the server's clock, or some days from it, as YYYY-MM-DD. */
export function today(plusDays = 0): string {
  return new Date(Date.now() + plusDays * DAY_MS).toISOString().slice(0, 10);
}
