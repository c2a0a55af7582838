import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { refuse } from './refuse.ts';

/** An export is the most expensive call, so a user can run two at a time (T66). */
const MOST_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 10;

const running = new Map<UserId, number>();

/** Takes an export slot of the user and returns a function that releases it; refuses the third at a time. */
export function acquireExportSlot(userId: UserId): () => void {
  const now = running.get(userId) ?? 0;
  if (now >= MOST_AT_ONCE) {
    throw refuse('too_many_requests', {
      message: 'Two of your files are still being made. Please try again when one has arrived.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  running.set(userId, now + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (running.get(userId) ?? 1) - 1;
    if (left === 0) running.delete(userId);
    else running.set(userId, left);
  };
}
