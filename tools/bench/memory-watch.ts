import { readFileSync, statSync } from 'node:fs';
import { residentMiB } from './process-figures.ts';

/** What V8 writes at every collection, for `watchMemory` to read. */
export const MEMORY_FLAG = '--trace-gc';

/**
 * Looks every second how much memory a process holds. How much of it lives is told by V8 at each full collection; what is
 * held besides rises and falls by tens of megabytes, with garbage that nobody has needed to collect yet.
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

/** After each full collection of the process's main heap: its workers' are smaller, rarely collected, and soon gone. */
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
