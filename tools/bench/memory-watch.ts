import { readFileSync, statSync } from 'node:fs';
import { residentMiB } from './process-figures.ts';

/** Makes V8 log every garbage collection, which `watchMemory` reads. */
export const MEMORY_FLAG = '--trace-gc';

/**
 * Samples every second how much memory a process occupies. V8 reports the live part at each full collection; the rest
 * is uncollected garbage and varies by tens of megabytes.
 */
export function watchMemory(pid: number, log: string) {
  const before = statSync(log).size;
  const held = [residentMiB(pid)];
  const timer = setInterval(() => held.push(residentMiB(pid)), 1_000);
  return {
    stop() {
      clearInterval(timer);
      const later = partOf(held, 0.3, 1);
      const living = livingMiB(readFileSync(log).subarray(before).toString('latin1'), pid);
      return {
        firstMiB: held[0] ?? Number.NaN,
        lowestMiB: Math.min(...later),
        highestMiB: Math.max(...later),
        livingEarlyMiB: Math.min(...partOf(living, 0.3, 0.5)),
        livingLateMiB: Math.min(...partOf(living, 0.8, 1)),
      };
    },
  };
}

export type MemorySeen = ReturnType<ReturnType<typeof watchMemory>['stop']>;

/**
 * The live size after each full collection of the main heap. Heaps of worker threads are smaller, short-lived and
 * rarely collected.
 */
function livingMiB(log: string, pid: number): readonly number[] {
  const collections = [...log.matchAll(/^\[(\d+):(\w+)\].*: Mark-Compact .*? -> ([\d.]+) \(/gm)];
  const own = collections.filter(([, process]) => Number(process) === pid);
  const heaps = Map.groupBy(own, ([, , heap]) => heap);
  const [main = []] = [...heaps.values()].toSorted((one, other) => other.length - one.length);
  return main.map(([, , , living]) => Number(living));
}

function partOf(values: readonly number[], from: number, to: number): readonly number[] {
  return values.slice(Math.floor(values.length * from), Math.ceil(values.length * to));
}
