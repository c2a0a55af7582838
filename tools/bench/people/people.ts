import { parseArgs } from 'node:util';
import { buildPages } from '../../harness/build-pages.ts';
import { compareCalls, withBoth } from '../compare-calls.ts';
import { calls, countsOf, exportAll, timeOf } from './people-calls.ts';
import { compareFiles, compareFilesOfVersions } from './people-files.ts';
import { type Crowd, gather } from './people-scene.ts';

/**
 * Measures whether the users list is as fast in a large network as in a small one. Both products run side by side and
 * are measured in turn. `--against FOLDER` compares this version with that of another checkout instead, at both sizes.
 * `--files` measures only the users' file, of 200,000 users, or of a million with `--long`; together with `--against` it
 * compares the files of both versions, of 1,000 users too. `--short` is for CI: it reports without targets.
 */
const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const sizes = asked.short ? ([2_000, 20_000] as const) : ([10_000, 1_000_000] as const);
const pace = asked.short ? { rounds: 4, each: 10, warmUp: 5 } : { rounds: 16, each: 10, warmUp: 10 };

const SIZE_RATIO = 1.5;
const VERSION_RATIO = 1.1;
const GROWTH_TARGET_MIB = 64;

buildPages();
const fileSize = asked.long ? 1_000_000 : 200_000;
if (asked.files && asked.against === undefined) {
  await using crowd = await gather(fileSize);
  await compareFiles(crowd);
} else if (asked.files) {
  for (const size of [1_000, fileSize]) {
    await withBoth(gather, [size, asked.against], [size], compareFilesOfVersions);
  }
} else if (asked.against === undefined) {
  await withBoth(gather, [sizes[0]], [sizes[1]], async (small, large) => {
    await comparePair([`${sizes[0]}`, `${sizes[1]}`], small, large, SIZE_RATIO);
    await reportExports(small, large);
  });
} else {
  for (const size of sizes) {
    await withBoth(gather, [size, asked.against], [size], (before, now) =>
      comparePair([`before, ${size}`, 'now'], before, now, VERSION_RATIO),
    );
  }
}

async function comparePair(labels: readonly [string, string], one: Crowd, other: Crowd, ratio: number): Promise<void> {
  const [few, many] = [await countsOf(one), await countsOf(other)];
  await compareCalls({
    labels,
    calls: Object.entries(calls).map(([name, call]) => ({
      name,
      first: () => timeOf(one, call(few)),
      second: () => timeOf(other, call(many)),
    })),
    pace,
    mostRatio: asked.short ? null : ratio,
    judge: asked.against === undefined ? 'each call' : 'all calls',
  });
}

async function reportExports(...crowds: readonly Crowd[]): Promise<void> {
  for (const crowd of crowds) {
    const { rows, bytes, seconds, grownMiB } = await exportAll(crowd);
    const speed = `${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`;
    const verdict = asked.short ? '' : grownMiB <= GROWTH_TARGET_MIB ? 'met' : 'MISSED';
    console.log(`All filtered: ${speed}; the server grew by ${grownMiB.toFixed(1)} MiB ${verdict}`);
  }
}
