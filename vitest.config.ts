import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { browserAliases } from './web/browser-aliases.ts';

const SCREENS = 'web/**/*.{screen,screens}.test.tsx';
const LONGEST = 'server/matrix.test.ts';

/** Runs the longest file first; at the end, one worker would run it alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith(LONGEST));
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which gives a new list
    return (await super.sort(files)).toSorted((one, other) => isLongest(other) - isLongest(one));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The report names each test that passed only at its second try: its race is a defect to be found (0084).
    retry: 1,
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'contract/**/*.test.ts',
            'client/**/*.test.ts',
            'tools/{bench,check,faults,generate,runbooks}/**/*.test.ts',
            '*.test.ts',
          ],
          globalSetup: ['server/testing/test-database.ts'],
          // Files share the modules of a worker but not its data: each file has a database of its own.
          isolate: false,
          // More than the cores of a small machine: some tests wait for a process, a timeout or a kill.
          maxWorkers: 3,
          // Only a test that hangs is stopped: a busy machine can be ten times slower.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        resolve: { alias: browserAliases },
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, SCREENS],
          pool: 'threads',
          // Files share the modules of a worker, and no test leaves a change in them.
          isolate: false,
          maxWorkers: 3,
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias: browserAliases },
        test: {
          name: 'screens',
          include: [SCREENS],
          environment: 'jsdom',
          setupFiles: ['web/testing/prepare-page.ts'],
          // Files share the modules and the page of a worker; each test leaves both as it found them.
          isolate: false,
          maxWorkers: 3,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
