import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Admission, type ArrivingCall, type Leave, openAdmission } from './admission.ts';

// Fake timers also replace performance.now, so a wait of 250 ms takes no time.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMIT_AT_START = 32;

const callOf = (network: string, urgency: ArrivingCall['urgency'] = 'people'): ArrivingCall => ({
  route: 'GET /list/',
  urgency,
  network,
});

function fill(admission: Admission, network: string, count: number, urgency: ArrivingCall['urgency'] = 'people') {
  return Array.from({ length: count }, () => enterNow(admission, callOf(network, urgency)));
}

function enterNow(admission: Admission, call: ArrivingCall): Leave {
  const entered = admission.enter(call);
  if (typeof entered !== 'function') throw new Error('The call has no place yet.');
  return entered;
}

test('calls up to the limit enter at once; the next one enters when a call leaves', async () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  const [first] = fill(admission, 'a', LIMIT_AT_START);
  const waiting = admission.enter(callOf('a'));
  expect(admission.figures()).toEqual({ limit: LIMIT_AT_START, running: LIMIT_AT_START, waiting: 1 });
  first?.();
  expect(await waiting).toBeTypeOf('function');
  // Leaving twice frees one place.
  first?.();
  expect(admission.figures()).toMatchObject({ running: LIMIT_AT_START, waiting: 0 });
});

test('the calls that still wait after the longest wait are refused', async () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  fill(admission, 'a', LIMIT_AT_START);
  const waiting = Array.from({ length: LIMIT_AT_START }, () => admission.enter(callOf('a')));
  await vi.advanceTimersByTimeAsync(300);
  const settled = await Promise.all(waiting.map(async (entered) => entered));
  // The limit has grown meanwhile, so that the oldest have entered.
  const firstRefused = settled.indexOf(null);
  expect(firstRefused).toBeGreaterThan(0);
  expect(settled.slice(firstRefused).every((leave) => leave === null)).toBe(true);
  expect(admission.figures()).toMatchObject({ running: LIMIT_AT_START + firstRefused, waiting: 0 });
});

test('a vital call enters beside a full number of others, up to twice the limit', () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  fill(admission, 'a', LIMIT_AT_START);
  fill(admission, 'a', LIMIT_AT_START, 'vital');
  expect(admission.enter(callOf('a', 'vital'))).toBeInstanceOf(Promise);
});

test('vital calls that wait for another system take no places of people', () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  fill(admission, 'a', 2 * LIMIT_AT_START - 1, 'vital');
  expect(admission.enter(callOf('b'))).toBeTypeOf('function');
});

test('files take at most seven tenths of the places, and people take the rest although files wait', () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  fill(admission, 'a', 22, 'bulk');
  expect(admission.enter(callOf('a', 'bulk'))).toBeInstanceOf(Promise);
  fill(admission, 'a', 10);
  expect(admission.enter(callOf('a'))).toBeInstanceOf(Promise);
});

test('more urgent calls enter first, and networks take turns', async () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  const leaves = fill(admission, 'other', LIMIT_AT_START);
  const order: string[] = [];
  const enter = async (name: string, network: string, urgency: ArrivingCall['urgency']) => {
    if (await admission.enter(callOf(network, urgency))) order.push(name);
  };
  const all = [
    enter('file', 'a', 'bulk'),
    enter('a1', 'a', 'people'),
    enter('a2', 'a', 'people'),
    enter('a3', 'a', 'people'),
    enter('b1', 'b', 'people'),
  ];
  for (const leave of leaves) leave();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3', 'file']);
});

test('a network with a quarter of the places waits while another network waits', async () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  const [first] = fill(admission, 'flood', LIMIT_AT_START);
  const flood = admission.enter(callOf('flood'));
  const other = admission.enter(callOf('b'));
  first?.();
  expect(await other).toBeTypeOf('function');
  expect(admission.figures().waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(flood).toBeInstanceOf(Promise);
});

test('after another network had to wait, a network over its share gets none of the last free places for a second, and vital calls do', async () => {
  const admission = openAdmission({ longestWaitMs: 5_000 });
  const flood = fill(admission, 'flood', LIMIT_AT_START);
  const other = admission.enter(callOf('other'));
  for (const leave of flood.slice(0, 6)) leave();
  expect(await other).toBeTypeOf('function');
  const kept = admission.enter(callOf('flood'));
  expect(kept).toBeInstanceOf(Promise);
  expect(admission.enter(callOf('flood', 'vital'))).toBeTypeOf('function');
  // The places are free for others, also while the flood waits.
  expect(await admission.enter(callOf('other'))).toBeTypeOf('function');
  expect(admission.figures().waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await kept).toBeTypeOf('function');
});

test('a network over its share gets a place while many are free, and none is kept for others that do not wait', async () => {
  const admission = openAdmission({ longestWaitMs: 5_000 });
  const big = fill(admission, 'big', LIMIT_AT_START - 1);
  enterNow(admission, callOf('other'));
  const own = admission.enter(callOf('big'));
  big[0]?.();
  // Only the big network's own call had to wait.
  expect(await own).toBeTypeOf('function');

  const other = admission.enter(callOf('third'));
  for (const leave of big.slice(1, 12)) leave();
  expect(await other).toBeTypeOf('function');
  expect(admission.enter(callOf('big'))).toBeTypeOf('function');
});

test('when too many wait, the newest call of the busiest network is refused and another network still gets a place', async () => {
  const admission = openAdmission({ longestWaitMs: 250 });
  fill(admission, 'flood', LIMIT_AT_START);
  const flood = Array.from({ length: LIMIT_AT_START }, () => admission.enter(callOf('flood')));
  expect(admission.isFull('people', () => 'flood')).toBe(true);
  expect(admission.isFull('people', () => 'b')).toBe(false);
  expect(admission.isFull('vital', () => 'flood')).toBe(false);
  const other = admission.enter(callOf('b'));
  expect(await flood.at(-1)).toBeNull();
  expect(admission.figures().waiting).toBe(LIMIT_AT_START);
  expect(other).toBeInstanceOf(Promise);
});

test('no call is refused when the longest wait is 0', () => {
  const admission = openAdmission({ longestWaitMs: 0 });
  fill(admission, 'a', 5_000);
  expect(admission.isFull('people', () => 'a')).toBe(false);
});
