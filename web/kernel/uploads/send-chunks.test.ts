import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkFailure, Refused } from '../api/failure.ts';
import { FileUnreadable, hashFile } from './hash-file.ts';
import { sendChunks } from './send-chunks.ts';

const CHUNK_BYTES = 10;
const CHUNKS = 25;
const content = Uint8Array.from({ length: CHUNKS * CHUNK_BYTES - 3 }, (_, at) => at % 251);
const file = new Blob([content]);
const busy = new Refused({ status: 503, reason: 'busy', message: 'Busy.' });

let browser: EventTarget;
beforeEach(() => {
  browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that has chunks, and the answers it gives to each request. */
function serverThat(answer: (n: number) => void) {
  const stored = new Map<number, Uint8Array>();
  const sent: number[] = [];
  const seen = { bytes: [] as number[], waiting: [] as boolean[] };
  const begin = (signal = new AbortController().signal) =>
    sendChunks(file, {
      chunkBytes: CHUNK_BYTES,
      received: [...stored.keys()],
      signal,
      onSent: (bytes) => seen.bytes.push(bytes),
      onWaiting: (isWaiting) => seen.waiting.push(isWaiting),
      send: async (n, chunk) => {
        sent.push(n);
        answer(n);
        stored.set(n, new Uint8Array(await chunk.arrayBuffer()));
      },
    });
  const whole = () => Buffer.concat([...stored].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes));
  return { stored, sent, seen, begin, whole };
}

/** Moves the clock until the sending has ended. */
async function runs(sending: Promise<void>): Promise<void> {
  let isOver = false;
  const end = () => void (isOver = true);
  sending.then(end, end);
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  return sending;
}

describe('Upload in chunks', () => {
  test('a file arrives whole and in order, and the progress ends at its size', async () => {
    const server = serverThat(() => {});
    await runs(server.begin());
    expect(server.sent).toEqual(Array.from({ length: CHUNKS }, (_, n) => n));
    expect(server.whole().equals(content)).toBe(true);
    expect(server.seen.bytes[0]).toBe(0);
    expect(server.seen.bytes.at(-1)).toBe(file.size);
    expect(server.seen.waiting).toEqual([]);
  });

  test('an upload that is broken off 20 times sends no chunk again that had arrived', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat({ max: CHUNKS - 1 }), { minLength: 20, maxLength: 20 }),
        async (brokenAt) => {
          let abort = new AbortController();
          const left = new Set(brokenAt);
          // The tab closes while the chunk is on its way.
          const server = serverThat((n) => {
            if (!left.delete(n)) return;
            abort.abort();
            throw new NetworkFailure();
          });
          for (let visit = 0; visit <= 20; visit += 1) {
            abort = new AbortController();
            await runs(server.begin(abort.signal)).catch(() => {});
          }
          expect(server.whole().equals(content)).toBe(true);
          expect(server.sent.length).toBe(CHUNKS + 20);
          for (let n = 0; n < CHUNKS; n += 1) {
            expect(server.sent.filter((one) => one === n)).toHaveLength(brokenAt.includes(n) ? 2 : 1);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test('a chunk that a lost connection or a busy server stops is sent again until it arrives', async () => {
    const failures: Error[] = [new NetworkFailure(), busy, new NetworkFailure()];
    const server = serverThat((n) => {
      const failure = n === 4 ? failures.shift() : undefined;
      if (failure) throw failure;
    });
    await runs(server.begin());
    expect(server.whole().equals(content)).toBe(true);
    expect(server.sent.filter((n) => n === 4)).toHaveLength(4);
    expect(server.seen.waiting).toEqual([true, true, true, false]);
  });

  test('a waiting upload goes on at once when the browser is connected again', async () => {
    const failures: Error[] = Array.from({ length: 8 }, () => new NetworkFailure());
    const server = serverThat(() => {
      const failure = failures.shift();
      if (failure) throw failure;
    });
    const sending = server.begin();
    while (failures.length > 0) await vi.advanceTimersByTimeAsync(1_000);
    const attempts = server.sent.length;
    browser.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.sent.length).toBeGreaterThan(attempts);
    await runs(sending);
  });

  test('any other refusal ends the sending with its reason', async () => {
    const full = new Refused({ status: 507, reason: 'no_space', message: 'There is no space left.' });
    const server = serverThat((n) => {
      if (n === 3) throw full;
    });
    await expect(runs(server.begin())).rejects.toBe(full);
    expect(server.stored.size).toBe(3);
  });

  test('a cancelled upload stops, also while it waits for the connection', async () => {
    const abort = new AbortController();
    const server = serverThat((n) => {
      if (n === 2) throw new NetworkFailure();
    });
    const sending = server.begin(abort.signal);
    const outcome = sending.catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(500);
    abort.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    expect(server.sent).toEqual([0, 1, 2]);
  });

  test('a file that was removed from the disk ends the upload and is not taken for a lost connection', async () => {
    const unreadable = { size: content.length, arrayBuffer: () => Promise.reject(new Error('It is gone.')) };
    // @NOTE contains only what the sending reads of a file.
    const gone = { ...unreadable, slice: () => ({ ...unreadable, slice: () => unreadable }) } as unknown as Blob;
    const sending = sendChunks(gone, {
      chunkBytes: CHUNK_BYTES,
      received: [],
      signal: new AbortController().signal,
      onSent: () => {},
      onWaiting: () => {},
      send: () => Promise.reject(new NetworkFailure()),
    });
    await expect(runs(sending)).rejects.toBeInstanceOf(FileUnreadable);
    await expect(hashFile(gone)).rejects.toBeInstanceOf(FileUnreadable);
  });
});

test('a file of several slices has the hash of its bytes, and the progress ends at its size', async () => {
  const long = new Uint8Array(1_300_000).fill(9);
  const read: number[] = [];
  const hash = await hashFile(new Blob([long]), { onRead: (bytes) => read.push(bytes) });
  expect(hash).toBe(createHash('sha256').update(long).digest('hex'));
  expect(read.at(-1)).toBe(long.length);
  const abort = new AbortController();
  abort.abort();
  await expect(hashFile(new Blob([long]), { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
});
