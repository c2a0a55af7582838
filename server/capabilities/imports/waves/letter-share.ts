const MINUTE = 60_000;
const HOUR = 3_600_000;

type Paid = { readonly per_hour: number; readonly paid_until: Date | null; readonly now: Date };

/**
 * The letters that are due, and the time until which they use up the share. The part of a letter that is left counts for
 * the next minute; a wave that stood for long sends the letters of one hour at most.
 */
export function letterShare({ per_hour, paid_until, now }: Paid): { letters: number; paidUntil: Date } {
  const from = Math.max(paid_until?.getTime() ?? now.getTime() - MINUTE, now.getTime() - HOUR);
  const letters = Math.max(0, Math.floor(((now.getTime() - from) * per_hour) / HOUR));
  return { letters, paidUntil: new Date(Math.floor(from + (letters * HOUR) / per_hour)) };
}
