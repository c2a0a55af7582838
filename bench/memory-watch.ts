import { residentMiB } from './process-figures.ts';

type Sample = { readonly second: number; readonly mib: number };

/** Looks every second how much memory a process holds. */
export function watchMemory(pid: number) {
  const began = performance.now();
  const samples: Sample[] = [];
  const look = () => samples.push({ second: (performance.now() - began) / 1000, mib: residentMiB(pid) });
  const timer = setInterval(look, 1_000);
  return {
    /** What was seen after the warm-up: the first three tenths of the time. */
    stop() {
      clearInterval(timer);
      look();
      const end = samples.at(-1)?.second ?? 0;
      const after = samples.filter(({ second }) => second >= end * 0.3);
      return {
        firstMiB: samples[0]?.mib ?? Number.NaN,
        lowestMiB: Math.min(...after.map(({ mib }) => mib)),
        highestMiB: Math.max(...after.map(({ mib }) => mib)),
        mibIn10Minutes: slopeOf(after) * 600,
      };
    },
  };
}

export type MemorySeen = ReturnType<ReturnType<typeof watchMemory>['stop']>;

/** By how much it rises in a second: the straight line that misses the samples least. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [second, mib] = [mean((sample) => sample.second), mean((sample) => sample.mib)];
  const spread = samples.reduce((sum, sample) => sum + (sample.second - second) ** 2, 0);
  const together = samples.reduce((sum, sample) => sum + (sample.second - second) * (sample.mib - mib), 0);
  return together / spread;
}
