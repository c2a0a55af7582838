import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Registry } from 'prom-client';
import { addGauge } from './add-gauge.ts';

const SAMPLED_EVERY_MS = 20;
const NANOSECONDS = 1e9;

/** Adds memory and event-loop delay of this process, and returns the function that ends their measurement. */
export function addProcessFigures(metrics: Registry): () => void {
  const delays = monitorEventLoopDelay({ resolution: SAMPLED_EVERY_MS });
  delays.enable();
  // Each sample includes the pause until it was due.
  const delayOf = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - SAMPLED_EVERY_MS / 1_000) || 0;
  addGauge(metrics, {
    name: 'vialkeep_event_loop_delay_seconds',
    help: 'Delay of the event loop since the figures were last read, of the most delayed process.',
    labelNames: ['part'],
    aggregator: 'max',
    collect() {
      this.set({ part: 'p99' }, delayOf(delays.percentile(99)));
      this.set({ part: 'max' }, delayOf(delays.max));
      delays.reset();
    },
  });
  addGauge(metrics, {
    name: 'vialkeep_memory_resident_bytes',
    help: 'Resident memory of all processes.',
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  addGauge(metrics, {
    name: 'vialkeep_heap_used_ratio',
    help: 'Used part of the largest heap that a process may have, of the process that uses most.',
    aggregator: 'max',
    collect() {
      const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
      this.set(used / most);
    },
  });
  return () => delays.disable();
}
