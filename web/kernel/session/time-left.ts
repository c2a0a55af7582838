const MINUTE_MS = 60_000;

/** The remaining whole minutes; 0 after the end. */
export function minutesLeft(until: string, now: number): number {
  return Math.max(0, Math.floor((Date.parse(until) - now) / MINUTE_MS));
}

/** '59 min left' */
export function timeLeft(minutes: number): string {
  return minutes === 0 ? 'Less than a minute left' : `${minutes} min left`;
}

const TOLD_AT = [10, 5, 1, 0];

/** The screen reader text, which changes rarely so that it does not interrupt. */
export function toldTimeLeft(minutes: number): string {
  return TOLD_AT.includes(minutes) ? `${timeLeft(minutes)} in this account` : '';
}
