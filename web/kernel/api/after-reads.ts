import { LATE_PARTS_MS } from '../timings.ts';
import { queryClient } from './query.ts';

/**
 * Resolves when the page has shown the answers that it asked for. Large parts load then, so that they do not delay the
 * largest paint (0075).
 */
export async function afterReads(): Promise<void> {
  const latest = performance.now() + LATE_PARTS_MS;
  do await nextIdle();
  while (queryClient.isFetching() > 0 && performance.now() < latest);
}

function nextIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATE_PARTS_MS });
    else setTimeout(resolve);
  });
}
