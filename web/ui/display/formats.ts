import { dayInWords, monthInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { formatCents, groupThousands } from '@vialkeep/contract/kernel/money.ts';
import { MOST_LISTED } from '@vialkeep/contract/kernel/most-listed.ts';
import { hasEmail } from '@vialkeep/contract/kernel/no-email.ts';

// Dates are handled as text: a day has no time zone, and a timestamp is shown in UTC, so nothing shifts with the user's
// time zone.

const MINUS = '\u2212';

/** '2026-11-12' or a full timestamp → '12 Nov 2026'; '' if empty. */
export function formatDay(value: string | null | undefined): string {
  return dayInWords(value ?? '');
}

/** The user's local calendar day, 'YYYY-MM-DD'. */
export function today(now = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

/** '2026-11' → 'Nov 2026' */
export function formatMonth(value: string | null | undefined): string {
  return monthInWords(value ?? '');
}

/** A timestamp → '12 Nov 2026, 14:02 UTC' */
export function formatDateTime(value: string | null | undefined): string {
  const stamp = utcStamp(value);
  return stamp === null ? '' : `${formatDay(stamp)}, ${stamp.slice(11, 16)} UTC`;
}

/** A timestamp → '14:02', in UTC like every time of a record. */
export function formatTime(value: string | null | undefined): string {
  return utcStamp(value)?.slice(11, 16) ?? '';
}

/** A timestamp → '16:02' on the clock of this device, for a time that a person compares with the clock on the wall. */
export function formatWallTime(value: string | null | undefined): string {
  const at = new Date(value ?? '');
  return Number.isNaN(at.getTime()) ? '' : [at.getHours(), at.getMinutes()].map(twoDigits).join(':');
}

/** A time in milliseconds → '14:02 UTC' */
export function formatClock(at: number): string {
  return `${formatTime(new Date(at).toISOString())} UTC`;
}

/** '2026-11-12 14:02 (UTC)', or 'N/A' before the first login (W-01). */
export function formatLastLogin(value: string | null | undefined): string {
  const stamp = utcStamp(value);
  return stamp === null ? 'N/A' : `${stamp.slice(0, 10)} ${stamp.slice(11, 16)} (UTC)`;
}

/** Dollars with two decimals everywhere. Takes dollars, as on the wire. */
export function formatDollars(value: number | string | null | undefined): string {
  const amount = numberFrom(value);
  return amount === null ? '' : formatCents(Math.round(amount * 100));
}

/** $950, $1.2k, $3.4M: only for axis ticks. */
export function formatAxisDollars(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : '';
  if (size >= 1_000_000) return `${sign}$${formatShortNumber(size / 1_000_000)}M`;
  if (size >= 1000) return `${sign}$${formatShortNumber(size / 1000)}k`;
  return `${sign}$${formatShortNumber(size)}`;
}

export function formatCount(value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = Number.isInteger(value) ? groupThousands(value) : value.toLocaleString('en-US');
  return text.replace('-', MINUS);
}

/** The count of a list that is counted up to MOST_LISTED: 5,000+. */
export function formatListed(count: number): string {
  return count < MOST_LISTED ? formatCount(count) : `${formatCount(MOST_LISTED)}+`;
}

export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${formatShortNumber(bytes / 1024)} kB`;
  return `${formatShortNumber(bytes / (1024 * 1024))} MB`;
}

function utcStamp(value: string | null | undefined): string | null {
  if (!value) return null;
  // A timestamp without a zone is UTC (U-30); Date would parse it as local time.
  const zoned = /[zZ]$|[+-]\d{2}:?\d{2}$/.test(value);
  const time = new Date(zoned ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function numberFrom(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : null;
}

function formatShortNumber(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export type PersonName = { readonly first_name: string; readonly last_name: string };

export function formatPersonName({ first_name, last_name }: PersonName): string {
  return `${first_name} ${last_name}`.trim();
}

/** The address of a person; words for the one that stands for none. */
export function formatEmail(address: string): string {
  return hasEmail(address) ? address : 'No e-mail';
}
