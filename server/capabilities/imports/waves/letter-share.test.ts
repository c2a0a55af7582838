import { expect, test } from 'vitest';
import { letterShare } from './letter-share.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const minute = (n: number) => new Date(START + n * 60_000);

function lettersOf(perHour: number, minutes: number): number {
  let paidUntil: Date | null = null;
  let sum = 0;
  for (let n = 0; n < minutes; n += 1) {
    const share = letterShare({ per_hour: perHour, paid_until: paidUntil, now: minute(n) });
    sum += share.letters;
    ({ paidUntil } = share);
  }
  return sum;
}

test.each([7, 59, 119, 200, 2_400, 4_999])('a wave of %i an hour sends as many in sixty minutes', (perHour) => {
  expect(lettersOf(perHour, 60)).toBe(perHour);
});

test('a wave that stood for a day sends the letters of one hour and is then paid', () => {
  const late = letterShare({ per_hour: 200, paid_until: minute(0), now: minute(1_440) });
  expect(late).toEqual({ letters: 200, paidUntil: minute(1_440) });
});

test('a wave that is paid ahead sends nothing', () => {
  expect(letterShare({ per_hour: 200, paid_until: minute(1), now: minute(0) }).letters).toBe(0);
});
