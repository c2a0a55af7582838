import { expect, test } from 'vitest';
import {
  formatAxisDollars,
  formatClock,
  formatCount,
  formatDateTime,
  formatDay,
  formatDollars,
  formatFileSize,
  formatLastLogin,
  formatListed,
  formatMonth,
  formatWallTime,
} from './formats.ts';

test('a day is the same in every time zone', () => {
  expect(formatDay('2026-11-12')).toBe('12 Nov 2026');
  expect(formatDay('2026-03-01T23:59:59.000Z')).toBe('1 Mar 2026');
});

test('a missing or invalid day is shown as empty', () => {
  expect([null, undefined, '', 'soon', '2026-13-01', '2026-00-10'].map(formatDay)).toEqual(['', '', '', '', '', '']);
});

test('a month is shown with its year', () => {
  expect(formatMonth('2026-11')).toBe('Nov 2026');
  expect(formatMonth('2026-99')).toBe('');
});

test('a timestamp is shown in UTC', () => {
  expect(formatDateTime('2026-11-12T14:02:33.120Z')).toBe('12 Nov 2026, 14:02 UTC');
  expect(formatDateTime('2026-11-12T01:30:00+02:00')).toBe('11 Nov 2026, 23:30 UTC');
  expect(formatDateTime('2026-11-12 14:02:33')).toBe('12 Nov 2026, 14:02 UTC');
});

test('a time of the client’s clock is shown in UTC', () => {
  expect(formatClock(Date.parse('2026-11-12T01:30:00+02:00'))).toBe('23:30 UTC');
});

test('a time that is compared with the clock on the wall is shown as this device shows it', () => {
  expect(formatWallTime(new Date(2026, 10, 12, 9, 5).toISOString())).toBe('09:05');
  expect([formatWallTime(null), formatWallTime('not a time')]).toEqual(['', '']);
});

test('the last login is shown in UTC, or as N/A before the first login', () => {
  expect(formatLastLogin('2026-11-12T14:02:33.120Z')).toBe('2026-11-12 14:02 (UTC)');
  expect(formatLastLogin(null)).toBe('N/A');
  expect(formatLastLogin('not a time')).toBe('N/A');
});

test('an amount has two decimals and a real minus', () => {
  expect(formatDollars(1234.5)).toBe('$1,234.50');
  expect(formatDollars('2500')).toBe('$2,500.00');
  expect(formatDollars(-3)).toBe('\u2212$3.00');
  expect(formatDollars(-0.001)).toBe('$0.00');
  expect(formatDollars(null)).toBe('');
  expect(formatDollars('abc')).toBe('');
});

test('an axis tick is abbreviated', () => {
  expect([0, 950, 1200, 12_000, 3_400_000, -1500].map(formatAxisDollars)).toEqual([
    '$0',
    '$950',
    '$1.2k',
    '$12k',
    '$3.4M',
    '\u2212$1.5k',
  ]);
});

test('counts are grouped and file sizes are readable', () => {
  expect(formatCount(2431)).toBe('2,431');
  expect([formatListed(4_999), formatListed(5_000)]).toEqual(['4,999', '5,000+']);
  expect([900, 2048, 5_400_000].map(formatFileSize)).toEqual(['900 B', '2 kB', '5.1 MB']);
});
