/** Parses a typed day: 11/12/2026, 2026-11-12 or 11/12/26, as 'YYYY-MM-DD'; null if it is not a day. */
export function dayFromTyped(typed: string): string | null {
  const text = typed.trim();
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text);
  if (american) return realDay(fullYear(american[3] ?? ''), Number(american[1]), Number(american[2]));
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  return iso ? realDay(Number(iso[1]), Number(iso[2]), Number(iso[3])) : null;
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

// Computes in UTC, where all days have the same length; 31 February gives another day and is rejected.
function realDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : null;
}

/** Two days as 'YYYY-MM-DD'; an open end is ''. */
export type DayRange = { from: string; to: string };

/** Parses a range in the address: '2026-01-01..2026-02-03'; either end may be missing. */
export function rangeIn(written: string | undefined): DayRange {
  const [from = '', to = ''] = (written ?? '').split('..');
  return { from, to };
}

export function rangeWritten({ from, to }: DayRange): string {
  return from === '' && to === '' ? '' : `${from}..${to}`;
}
