const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '2 days ago', so that users do not send repeated requests; `now` in milliseconds. */
export function timeAgo(stamp: string, now: number): string {
  const passed = now - new Date(stamp).getTime();
  if (passed >= DAY) return formatAgo(Math.floor(passed / DAY), 'day');
  if (passed >= HOUR) return formatAgo(Math.floor(passed / HOUR), 'hour');
  if (passed >= MINUTE) return formatAgo(Math.floor(passed / MINUTE), 'minute');
  // The client's clock may be behind the server's.
  return 'just now';
}

function formatAgo(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
