import { readSterilityEndings } from '@vialkeep/contract/patient-overview.ts';
import { expect, test } from 'vitest';
import { durationPoints, durationsFinding, endingPoints, endingsFinding, spanOf } from './plot-points.ts';

const endings = [
  { day: '2026-11-15', count: 0 },
  { day: '2026-11-16', count: 2 },
  { day: '2026-11-17', count: 1 },
];

const { finished } = readSterilityEndings.answer.parse({
  endings: [],
  finished: [
    { id: 3, ready_on: '2026-11-12', days: 43 },
    { id: 2, ready_on: '2026-10-01', days: 52 },
    { id: 1, ready_on: '2026-09-01', days: 40 },
  ],
});

test('every day has a point, also a day without an ending test', () => {
  expect(endingPoints(endings).map(({ label, values }) => [label, values.ending])).toEqual([
    ['15 Nov', 0],
    ['16 Nov', 2],
    ['17 Nov', 1],
  ]);
  expect(spanOf(endings)).toBe('15 Nov to 17 Nov 2026');
});

test('the plot of endings names the busiest day in words', () => {
  expect(endingsFinding(endings)).toBe('3 tests end; most on 16 Nov 2026: 2.');
  expect(endingsFinding([{ day: '2026-11-16', count: 1 }])).toBe('1 test ends on 16 Nov 2026.');
  expect(
    endingsFinding([
      { day: '2026-11-16', count: 1 },
      { day: '2026-11-18', count: 1 },
    ]),
  ).toBe('2 tests end, never two on one day.');
  expect(endingsFinding([{ day: '2026-11-16', count: 0 }])).toBe('');
});

test('samples are plotted from left to right by the day they became ready', () => {
  expect(durationPoints(finished).map(({ label, day, values }) => [label, day, values.took])).toEqual([
    ['#1, 1 Sep 2026', '2026-09-01', 40],
    ['#2, 1 Oct 2026', '2026-10-01', 52],
    ['#3, 12 Nov 2026', '2026-11-12', 43],
  ]);
});

test('the plot of durations says how many samples stayed below the line', () => {
  expect(durationsFinding(finished)).toBe('2 of 3 samples were ready within 45 days. Half took 43 days or longer.');
  expect(durationsFinding([])).toBe('');
});
