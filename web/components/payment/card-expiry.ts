const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 60;

/** How near the end of a card is: its month ('YYYY-MM') is good until its last day. */
export function expiryOf(month: string, now = new Date()): 'good' | 'soon' | 'expired' {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const end = new Date(year, number, 1).getTime();
  if (end <= now.getTime()) return 'expired';
  return end - now.getTime() <= SOON_DAYS * DAY_MS ? 'soon' : 'good';
}
