import { MOST_ATTEMPTS } from '@vialkeep/contract/webhooks.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds from one attempt to the next: ten attempts in about three days. */
const WAITS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A wait is up to so much longer, so that receivers that come back are not called by all at once. */
const JITTER = 0.2;
const LONGEST_WAIT = 24 * HOUR;

/** The seconds until the next attempt after so many; null when there is none. A receiver may ask for a longer wait. */
export function secondsUntilNext(tries: number, retryAfter: number | null, random: number): number | null {
  const wait = WAITS[tries - 1];
  if (tries >= MOST_ATTEMPTS || wait === undefined) return null;
  return Math.max(wait * (1 + JITTER * random), Math.min(retryAfter ?? 0, LONGEST_WAIT));
}
