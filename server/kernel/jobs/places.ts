import { refuse } from '../http/refuse.ts';

/** A limited number of calls at a time, counted over all processes of the server. */
export type Places = {
  /** Takes a place of the subject and returns a function that frees it, or null when all are taken. */
  take(subject: string, most: number): Promise<(() => void) | null>;
};

const RETRY_AFTER_SECONDS = 10;

/** Runs the task in a place of the subject; refuses it with 429 when all are taken. */
export async function runInPlace<T>(places: Places, subject: string, most: number, task: () => Promise<T>): Promise<T> {
  const free = await places.take(subject, most);
  if (!free) throw refuse('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  try {
    return await task();
  } finally {
    free();
  }
}

/** Places in the memory of one process. */
export function newPlaces(): Places {
  const taken = new Map<string, number>();
  return {
    async take(subject, most) {
      const now = taken.get(subject) ?? 0;
      if (now >= most) return null;
      taken.set(subject, now + 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        const left = (taken.get(subject) ?? 1) - 1;
        if (left === 0) taken.delete(subject);
        else taken.set(subject, left);
      };
    },
  };
}
