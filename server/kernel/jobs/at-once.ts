import { refuse } from '../http/refuse.ts';

/** Runs at most this many tasks of one subject at a time in this process; the others wait. */
export function newTurns(most: number) {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  async function begin(subject: string): Promise<void> {
    const now = running.get(subject) ?? 0;
    if (now < most) {
      running.set(subject, now + 1);
      return;
    }
    const queue = waiting.get(subject) ?? [];
    waiting.set(subject, queue);
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function end(subject: string): void {
    const queue = waiting.get(subject) ?? [];
    const next = queue.shift();
    if (queue.length === 0) waiting.delete(subject);
    // The next task takes over the slot, so the number of running tasks stays the same.
    if (next) next();
    else lessOf(running, subject);
  }

  return async <T>(subject: string, task: () => Promise<T>): Promise<T> => {
    await begin(subject);
    try {
      return await task();
    } finally {
      end(subject);
    }
  };
}

const RETRY_AFTER_SECONDS = 10;

/** Runs at most this many tasks of one subject at a time in this process, and refuses further ones with 429. */
export function newPlaces(most: number) {
  const taken = new Map<string, number>();
  return async <T>(subject: string, task: () => Promise<T>): Promise<T> => {
    const now = taken.get(subject) ?? 0;
    if (now >= most) throw refuse('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    taken.set(subject, now + 1);
    try {
      return await task();
    } finally {
      lessOf(taken, subject);
    }
  };
}

function lessOf(counts: Map<string, number>, subject: string): void {
  const left = (counts.get(subject) ?? 1) - 1;
  if (left === 0) counts.delete(subject);
  else counts.set(subject, left);
}
