import { defineConfig } from 'vitest/config';

/**
 * `npm run budgets`: opens every page for the first time as each kind of user, in sequence because times are measured.
 */
export default defineConfig({
  test: {
    name: 'budgets',
    root: import.meta.dirname,
    include: ['tour/first-visits.weighing.ts'],
    globalSetup: ['global-setup.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 310_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
