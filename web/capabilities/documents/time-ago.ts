const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '2 days ago', so that users do not send repeated requests; `now` in milliseconds. */
export function timeAgo(stamp: string, now: number): string {
  const passed = now - new Date(stamp).getTime();
  if (passed >= DAY) return counted(Math.floor(passed / DAY), 'day');
  if (passed >= HOUR) return counted(Math.floor(passed / HOUR), 'hour');
  if (passed >= MINUTE) return counted(Math.floor(passed / MINUTE), 'minute');
  // The client's clock may be behind the server's.
  return 'just now';
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
