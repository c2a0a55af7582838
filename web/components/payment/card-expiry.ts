const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 60;

/** Whether a card expires soon; it is valid until the last day of its month ('YYYY-MM'). */
export function expiryOf(month: string, now = new Date()): 'good' | 'soon' | 'expired' {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const end = new Date(year, number, 1).getTime();
  if (end <= now.getTime()) return 'expired';
  return end - now.getTime() <= SOON_DAYS * DAY_MS ? 'soon' : 'good';
}
