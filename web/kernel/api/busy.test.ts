import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isServerAway, onServerAway } from './away.ts';
import { sendUntilAdmitted } from './busy.ts';
import type { RawAnswer } from './transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = answerOf(503, 'busy');
const done = answerOf(200, '');

function answerOf(status: number, reason: string): RawAnswer {
  const text = JSON.stringify({ success: false, code: 'error', reason, message: 'No.' });
  return { ok: status === 200, status, text, retryAfterSeconds: 2 };
}

async function sendAll(method: string, answers: readonly RawAnswer[], signal?: AbortSignal) {
  let sent = 0;
  const send = async () => answers[Math.min(sent++, answers.length - 1)] ?? done;
  const result = sendUntilAdmitted(method, send, signal);
  result.catch(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  return { answer: await result.catch((thrown: unknown) => thrown), sent };
}

test('a read is repeated until the server admits it, at most three times', async () => {
  expect(await sendAll('GET', [busy, busy, done])).toEqual({ answer: done, sent: 3 });
  expect(await sendAll('GET', [busy])).toEqual({ answer: busy, sent: 4 });
});

test('a write is repeated once', async () => {
  expect(await sendAll('POST', [busy, done])).toEqual({ answer: done, sent: 2 });
  expect(await sendAll('PATCH', [busy])).toEqual({ answer: busy, sent: 2 });
});

const away = answerOf(503, 'unavailable');

test('a read is repeated while the database is away, and the page says so until it is back', async () => {
  const seen: boolean[] = [];
  const forget = onServerAway(() => seen.push(isServerAway()));
  expect(await sendAll('GET', [away, away, busy, done])).toEqual({ answer: done, sent: 4 });
  forget();
  expect(seen).toEqual([true, false]);
});

test('a read whose database stays away is refused after three quarters of a minute', async () => {
  const { answer, sent } = await sendAll('GET', [away]);
  expect(answer).toBe(away);
  expect(sent).toBeGreaterThan(14);
  expect(isServerAway()).toBe(false);
});

test('a write is not repeated when the database is away, because something may have been done', async () => {
  expect(await sendAll('POST', [away])).toEqual({ answer: away, sent: 1 });
});

test('the text of a proxy is not taken for a refusal of the server', async () => {
  const fromProxy = { ...busy, text: '<html>' };
  expect(await sendAll('GET', [fromProxy])).toEqual({ answer: fromProxy, sent: 1 });
});

test('a call is repeated not before the time that the server named', async () => {
  const send = vi.fn(async () => busy);
  void sendUntilAdmitted('POST', send);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_002);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a call that its screen has abandoned is not repeated', async () => {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 500);
  const { sent } = await sendAll('GET', [busy], leaving.signal);
  expect(sent).toBe(1);
});
