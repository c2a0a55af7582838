import { EARLY_READS_MS } from '../timings.ts';
import type { RawAnswer } from './transport.ts';

declare global {
  interface Window {
    /** The reads that the page started before the application had loaded (start-early-reads.ts). */
    earlyReads?: { token: string; started: number; answers: Record<string, Promise<RawAnswer | null>> };
  }
}

const startedAt = performance.now();

/**
 * The answer to a read that the page has already made with the same token, for the first call that asks for it; null if
 * there is none or it failed, and the call is then made as always. A write makes all of them stale.
 */
export async function takeEarlyAnswer(
  { method, address }: { method: string; address: string },
  token: string | null,
): Promise<RawAnswer | null> {
  const early = globalThis.window?.earlyReads;
  if (!early) return null;
  if (method !== 'GET' || token !== early.token || performance.now() - startedAt > EARLY_READS_MS) {
    dropEarlyReads();
    return null;
  }
  const answer = early.answers[address];
  delete early.answers[address];
  const received = await answer;
  return received?.ok ? received : null;
}

/** Another user or another session must not get the answers of this one. */
export function dropEarlyReads(): void {
  delete globalThis.window?.earlyReads;
}
