import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { POLLING_STOPS_MS } from '../timings.ts';
import { countReturns, idleTime, isUserIdle, noteActivity, onReturn, watchActivity } from './activity.ts';

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  vi.stubGlobal('window', new EventTarget());
  stop = watchActivity();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a user without input is idle after the time at which polling pauses, and one key ends it', () => {
  const returned = vi.fn();
  const forget = onReturn(returned);
  const before = countReturns();
  vi.setSystemTime(POLLING_STOPS_MS);
  expect([isUserIdle(), idleTime()]).toEqual([false, POLLING_STOPS_MS]);
  vi.setSystemTime(POLLING_STOPS_MS + 1);
  expect(isUserIdle()).toBe(true);
  window.dispatchEvent(new Event('keydown'));
  expect([isUserIdle(), idleTime(), countReturns() - before]).toEqual([false, 0, 1]);
  expect(returned.mock.calls).toEqual([[POLLING_STOPS_MS + 1]]);
  forget();
});

test('activity in another tab counts, and an active user does not return', () => {
  const before = countReturns();
  vi.setSystemTime(30_000);
  noteActivity();
  expect([idleTime(), countReturns() - before]).toEqual([0, 0]);
});

test('a page that does not watch its user counts them as active', () => {
  stop();
  vi.setSystemTime(POLLING_STOPS_MS * 10);
  expect([isUserIdle(), idleTime()]).toEqual([false, 0]);
});
