import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 50;

/** Polls the readiness of the product and sums up the time in which it was not ready. */
export function watchReadiness(url: () => string) {
  let isOver = false;
  let longest = 0;
  let total = 0;
  const watch = async () => {
    let since: number | null = null;
    while (!isOver) {
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`${url()}/readyz`, { signal }).catch(() => null);
      await answer?.arrayBuffer().catch(() => {});
      const now = performance.now();
      if (answer?.ok) {
        if (since !== null) {
          longest = Math.max(longest, now - since);
          total += now - since;
        }
        since = null;
      } else since ??= now;
      await sleep(EVERY_MS);
    }
  };
  const watching = watch();
  return {
    async stop(): Promise<{ longest: number; total: number }> {
      isOver = true;
      await watching;
      return { longest, total };
    },
  };
}
