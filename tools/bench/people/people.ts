import { parseArgs } from 'node:util';
import { buildPages } from '../../harness/build-pages.ts';
import { quantile } from '../../harness/quantile.ts';
import { calls, countsOf, exportAll, type Question, timeOf } from './people-calls.ts';
import { type Crowd, gather } from './people-scene.ts';

/**
 * Measures whether the users list is as fast in a large network as in a small one. Both products run side by side and
 * are measured in turn, so that other load on the machine affects both alike. `--short` is for CI: it reports without
 * targets.
 */
const { values: asked } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const sizes = asked.short ? ([2_000, 20_000] as const) : ([10_000, 1_000_000] as const);
const pace = asked.short ? { rounds: 4, each: 10, warmUp: 5 } : { rounds: 16, each: 10, warmUp: 10 };

const RATIO_TARGET = 1.5;
const GROWTH_TARGET_MIB = 64;

buildPages();
const small = await gather(sizes[0]);
const large = await gather(sizes[1]).catch(async (error: unknown) => {
  await small.close();
  throw error;
});
try {
  await compareCalls();
  await compareExports();
} finally {
  await small.close();
  await large.close();
}

async function compareCalls(): Promise<void> {
  const [few, many] = [await countsOf(small), await countsOf(large)];
  console.log(row('', ...sizes.flatMap((size) => [`${size} p50`, 'p95']), 'ratio p50', 'ratio p95'));
  for (const [name, call] of Object.entries(calls)) {
    const [here, there] = await inTurns([small, call(few)], [large, call(many)]);
    const ratio = quantile(there, 0.95) / quantile(here, 0.95);
    console.log(
      row(
        name,
        ...[here, there].flatMap((times) =>
          [quantile(times, 0.5), quantile(times, 0.95)].map((ms) => `${ms.toFixed(1)} ms`),
        ),
        (quantile(there, 0.5) / quantile(here, 0.5)).toFixed(2),
        ratio.toFixed(2),
        verdict(ratio <= RATIO_TARGET),
      ),
    );
  }
}

async function compareExports(): Promise<void> {
  for (const crowd of [small, large]) {
    const { rows, bytes, seconds, grownMiB } = await exportAll(crowd);
    const speed = `${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`;
    console.log(
      `All filtered: ${speed}; the server grew by ${grownMiB.toFixed(1)} MiB ${verdict(grownMiB <= GROWTH_TARGET_MIB)}`,
    );
  }
}

type CrowdQuestion = readonly [crowd: Crowd, question: Question];

/** Measures both in short turns, in alternating order. */
async function inTurns(...both: readonly [CrowdQuestion, CrowdQuestion]): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (const [crowd, question] of both) {
    for (let n = 0; n < pace.warmUp; n += 1) await timeOf(crowd, question);
  }
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const [crowd, question] = both[which];
      for (let n = 0; n < pace.each; n += 1) times[which].push(await timeOf(crowd, question));
    }
  }
  return times;
}

function verdict(isMet: boolean): string {
  if (asked.short) return '';
  return isMet ? 'met' : 'MISSED';
}

function row(what: string, ...cells: readonly string[]): string {
  return `${what.padEnd(44)}${cells.map((cell) => cell.padStart(13)).join('')}`.trimEnd();
}
