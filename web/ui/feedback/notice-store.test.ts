import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNoticeStore, type RecentNotice } from './notice-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function store(keepsMessages = false) {
  let kept: readonly RecentNotice[] = [];
  return createNoticeStore({
    keepsMessages: () => keepsMessages,
    recall: () => kept,
    remember: (recent) => {
      kept = recent;
    },
  });
}

test('F021 an error notice closes after 3000 ms and not earlier', () => {
  const notices = store();
  notices.show('page', { tone: 'error', text: 'Coupon code already exists.' });
  vi.advanceTimersByTime(2999);
  expect(notices.at('page')?.text).toBe('Coupon code already exists.');
  vi.advanceTimersByTime(1);
  expect(notices.at('page')).toBeNull();
});

test('F021 a success notice closes after 2000 ms and then calls its host once', () => {
  const notices = store();
  const onSucceeded = vi.fn();
  notices.show('modal', { tone: 'success', text: 'Record has been updated!', onSucceeded });
  vi.advanceTimersByTime(1999);
  expect(onSucceeded).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(onSucceeded).toHaveBeenCalledTimes(1);
  expect(notices.at('modal')).toBeNull();
});

test('a screen can set the display time of its notice', () => {
  const notices = store();
  notices.show('page', { tone: 'success', text: 'User has been updated', ms: 2500 });
  vi.advanceTimersByTime(2499);
  expect(notices.at('page')).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(notices.at('page')).toBeNull();
});

test('a notice pauses while it is hovered or focused and continues with the remaining time', () => {
  const notices = store();
  notices.show('page', { tone: 'success', text: 'Saved' });
  vi.advanceTimersByTime(1500);
  notices.hold('hover', 'page');
  notices.hold('focus', 'page');
  vi.advanceTimersByTime(60_000);
  notices.release('hover', 'page');
  vi.advanceTimersByTime(60_000);
  expect(notices.at('page')).not.toBeNull();
  notices.release('focus', 'page');
  vi.advanceTimersByTime(499);
  expect(notices.at('page')).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(notices.at('page')).toBeNull();
});

test('every notice pauses while the tab is hidden, also one that is added meanwhile', () => {
  const notices = store();
  notices.show('page', { tone: 'success', text: 'Saved' });
  notices.hold('hidden');
  notices.show('modal', { tone: 'error', text: 'No' });
  vi.advanceTimersByTime(60_000);
  expect(notices.at('page')).not.toBeNull();
  expect(notices.at('modal')).not.toBeNull();
  notices.release('hidden');
  vi.advanceTimersByTime(3000);
  expect(notices.at('page')).toBeNull();
  expect(notices.at('modal')).toBeNull();
});

test('closing a notice ends it at once and calls the host', () => {
  const notices = store();
  const onSucceeded = vi.fn();
  notices.show('modal', { tone: 'success', text: 'Saved', onSucceeded });
  notices.close('modal');
  expect(onSucceeded).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(onSucceeded).toHaveBeenCalledTimes(1);
});

test('a modal that closes early still reports the form’s success to its host', () => {
  const notices = store();
  const onSucceeded = vi.fn();
  notices.show('modal', { tone: 'success', text: 'Saved', onSucceeded });
  notices.leave('modal');
  expect(onSucceeded).toHaveBeenCalledTimes(1);
});

test('a place shows one notice: a new one replaces the old, and other places are not affected', () => {
  const notices = store();
  notices.show('page', { tone: 'error', text: 'first' });
  notices.show('modal', { tone: 'error', text: 'in the modal' });
  notices.show('page', { tone: 'success', text: 'second' });
  expect(notices.at('page')?.text).toBe('second');
  expect(notices.at('modal')?.text).toBe('in the modal');
});

test('equal notices are counted and restart their time', () => {
  const notices = store();
  notices.show('page', { tone: 'error', text: 'No' });
  vi.advanceTimersByTime(2000);
  notices.show('page', { tone: 'error', text: 'No' });
  vi.advanceTimersByTime(2000);
  expect(notices.at('page')).toMatchObject({ text: 'No', count: 2 });
  expect(notices.recent()).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(notices.at('page')).toBeNull();
});

test('a user who keeps messages until closed keeps every notice', () => {
  const notices = store(true);
  const onSucceeded = vi.fn();
  notices.show('page', { tone: 'success', text: 'Saved', onSucceeded });
  vi.advanceTimersByTime(3_600_000);
  expect(notices.at('page')).not.toBeNull();
  expect(onSucceeded).not.toHaveBeenCalled();
  notices.close('page');
  expect(onSucceeded).toHaveBeenCalledTimes(1);
});

test('the last twenty notices stay readable, newest first', () => {
  const notices = store();
  for (let number = 1; number <= 25; number++) notices.show('page', { tone: 'success', text: `message ${number}` });
  expect(notices.recent()).toHaveLength(20);
  expect(notices.recent()[0]?.text).toBe('message 25');
  expect(notices.recent().at(-1)?.text).toBe('message 6');
});

test('queued notices are each shown for their full time in order, and equal neighbours are merged', () => {
  const notices = store();
  const say = (text: string) => notices.show('page', { tone: 'success', text, inTurn: true });
  const texts = ['Domain created', 'Domain created', 'Admin user created', 'List', 'List'];
  for (const text of texts) say(text);
  const seen = [];
  for (let bar = 0; bar < 4; bar += 1) {
    seen.push(notices.at('page')?.text ?? null);
    vi.advanceTimersByTime(1999);
    expect(notices.at('page')?.text ?? null).toBe(seen.at(-1));
    vi.advanceTimersByTime(1);
  }
  expect(seen).toEqual(['Domain created', 'Admin user created', 'List', null]);
});

test('an error skips the queue, and queued notices are only in the recent list', () => {
  const notices = store();
  for (const text of ['First', 'Second']) notices.show('page', { tone: 'success', text, inTurn: true });
  notices.show('page', { tone: 'error', text: 'Something went wrong, Please try again!' });
  expect(notices.at('page')?.text).toBe('Something went wrong, Please try again!');
  expect(notices.recent().map(({ text }) => text)).toEqual([
    'Something went wrong, Please try again!',
    'Second',
    'First',
  ]);
  vi.advanceTimersByTime(3000);
  expect(notices.at('page')).toBeNull();
});

test('a place that is removed shows none of its queued notices', () => {
  const notices = store();
  for (const text of ['First', 'Second']) notices.show('modal', { tone: 'success', text, inTurn: true });
  notices.leave('modal');
  expect(notices.at('modal')).toBeNull();
});
