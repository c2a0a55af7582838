/** Runs at most this many tasks of one subject at a time in all processes of the server together; the others wait. */
export function newTurns(most: number) {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  async function begin(subject: string, processes: number): Promise<void> {
    const now = running.get(subject) ?? 0;
    if (now < Math.ceil(most / processes)) {
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

  return async <T>({ processes }: { processes: number }, subject: string, task: () => Promise<T>): Promise<T> => {
    await begin(subject, processes);
    try {
      return await task();
    } finally {
      end(subject);
    }
  };
}

function lessOf(counts: Map<string, number>, subject: string): void {
  const left = (counts.get(subject) ?? 1) - 1;
  if (left === 0) counts.delete(subject);
  else counts.set(subject, left);
}
