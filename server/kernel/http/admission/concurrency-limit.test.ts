import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** Runs windows of a tenth of a second, each with as many completed calls as named. */
function runWindows(limit: ConcurrencyLimit, clock: { at: number }, windows: number, calls: number, ms: number): void {
  for (let window = 0; window < windows; window += 1) {
    for (let call = 0; call < calls; call += 1) limit.note('GET /list/', ms, limit.current);
    clock.at += 100;
    limit.adapt(clock.at, true);
  }
}

function newLimit() {
  const clock = { at: 0 };
  const limit = new ConcurrencyLimit(clock.at);
  for (let call = 0; call < 200; call += 1) limit.note('GET /list/', 10, 0);
  clock.at += 100;
  limit.adapt(clock.at, false);
  return { limit, clock };
}

test('the limit goes up to 512 while calls wait and take hardly longer than without load', () => {
  const { limit, clock } = newLimit();
  expect(limit.current).toBe(32);
  runWindows(limit, clock, 100, 50, 15);
  expect(limit.current).toBe(512);
});

test('the limit goes down to 8 while calls take more than three times as long as without load', () => {
  const { limit, clock } = newLimit();
  runWindows(limit, clock, 100, 50, 50);
  expect(limit.current).toBe(8);
});

test('the limit stays where it is while no call waits', () => {
  const { limit, clock } = newLimit();
  for (let window = 0; window < 50; window += 1) {
    limit.note('GET /list/', 10, 1);
    clock.at += 100;
    limit.adapt(clock.at, false);
  }
  expect(limit.current).toBe(32);
});

test('the limit goes up while all calls wait for another system and none is completed', () => {
  const { limit, clock } = newLimit();
  runWindows(limit, clock, 100, 0, 0);
  expect(limit.current).toBe(512);
});

test('a route that is always slow does not bring the limit down', () => {
  const { limit, clock } = newLimit();
  for (let call = 0; call < 200; call += 1) limit.note('POST /login/', 400, 0);
  for (let window = 0; window < 20; window += 1) {
    for (let call = 0; call < 20; call += 1) limit.note('POST /login/', 420, limit.current);
    clock.at += 100;
    limit.adapt(clock.at, true);
  }
  expect(limit.current).toBeGreaterThan(32);
});

test('the number of calls that fit into a wait follows the completed calls', () => {
  const { limit, clock } = newLimit();
  runWindows(limit, clock, 30, 50, 15);
  expect(limit.completedWithin(250)).toBeCloseTo(125, 0);
});
