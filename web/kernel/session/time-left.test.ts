import { expect, test } from 'vitest';
import { minutesLeft, timeLeft, toldTimeLeft } from './time-left.ts';

const until = '2026-11-16T08:00:00.000Z';
const before = (milliseconds: number) => Date.parse(until) - milliseconds;

test('the remaining minutes are whole numbers, and 0 after the end', () => {
  expect(minutesLeft(until, before(3_599_000))).toBe(59);
  expect(minutesLeft(until, before(60_000))).toBe(1);
  expect(minutesLeft(until, before(59_999))).toBe(0);
  expect(minutesLeft(until, before(-5))).toBe(0);
});

test('the remaining time is shown in minutes, and the last minute in words', () => {
  expect(timeLeft(59)).toBe('59 min left');
  expect(timeLeft(0)).toBe('Less than a minute left');
});

test('the screen reader announces the remaining time four times in an hour', () => {
  const told = Array.from({ length: 61 }, (_, minutes) => toldTimeLeft(minutes)).filter(Boolean);
  expect(told).toEqual([
    'Less than a minute left in this account',
    '1 min left in this account',
    '5 min left in this account',
    '10 min left in this account',
  ]);
});
