import { NetworkFailure, Refused } from '../api/failure.ts';
import { CHUNK_PAUSE_MOST_MS, CHUNK_PAUSE_MS } from '../timings.ts';
import { readBytes } from './hash-file.ts';

export type ChunkSending = {
  chunkBytes: number;
  /** The numbers of the chunks that the server has. */
  received: readonly number[];
  /** Sends one chunk. Equal bytes may be sent again. */
  send: (n: number, chunk: Blob, onSent: (bytes: number) => void) => Promise<unknown>;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
  /** Says that the server cannot be reached or is busy, and when sending goes on. */
  onWaiting: (isWaiting: boolean) => void;
};

/**
 * Sends the chunks of a file that the server does not have, in order. A chunk that a lost connection or a busy server
 * stops is sent again until it arrives; every other refusal ends the sending.
 */
export async function sendChunks(file: Blob, sending: ChunkSending): Promise<void> {
  const { chunkBytes, signal, onSent } = sending;
  const received = new Set(sending.received);
  const count = Math.ceil(file.size / chunkBytes);
  const sizeOf = (n: number) => Math.min(chunkBytes, file.size - n * chunkBytes);
  let arrived = [...received].reduce((sum, n) => sum + Math.max(0, sizeOf(n)), 0);
  onSent(arrived);
  for (let n = 0; n < count; n += 1) {
    if (received.has(n)) continue;
    const chunk = file.slice(n * chunkBytes, n * chunkBytes + sizeOf(n));
    const before = arrived;
    await sendUntilArrived(chunk, sending, () => sending.send(n, chunk, (bytes) => onSent(before + bytes)));
    signal.throwIfAborted();
    arrived += chunk.size;
    onSent(arrived);
  }
}

async function sendUntilArrived(
  chunk: Blob,
  { signal, onWaiting }: ChunkSending,
  sendOnce: () => Promise<unknown>,
): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    signal.throwIfAborted();
    try {
      await sendOnce();
      if (attempts > 0) onWaiting(false);
      return;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!canGoOnLater(thrown)) throw thrown;
      // A file that can no longer be read fails like a lost connection.
      await readBytes(chunk.slice(0, 1));
      onWaiting(true);
      await pause(Math.min(CHUNK_PAUSE_MOST_MS, CHUNK_PAUSE_MS * 2 ** attempts), signal);
    }
  }
}

function canGoOnLater(thrown: unknown): boolean {
  return thrown instanceof NetworkFailure || (thrown instanceof Refused && thrown.status === 503);
}

/** Ends early when the browser is connected again, and at once when the upload is cancelled. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
