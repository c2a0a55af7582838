import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');

test('the time since sending is shown in its largest unit', () => {
  expect(timeAgo('2026-11-13T11:59:00.000Z', now)).toBe('2 days ago');
  expect(timeAgo('2026-11-14T12:00:00.000Z', now)).toBe('1 day ago');
  expect(timeAgo('2026-11-15T09:00:00.000Z', now)).toBe('3 hours ago');
  expect(timeAgo('2026-11-15T11:59:00.000Z', now)).toBe('1 minute ago');
});

test('a document sent a moment ago, or by a clock that is ahead, was sent just now', () => {
  expect(timeAgo('2026-11-15T11:59:30.000Z', now)).toBe('just now');
  expect(timeAgo('2026-11-15T12:05:00.000Z', now)).toBe('just now');
});
