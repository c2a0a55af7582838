import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    // Every overlay of the kit, the lists and the administration, page after page, is for `npm run e2e:long`.
    exclude: process.env.LONG ? [] : ['journeys/accessibility-*.test.ts', 'journeys/tables.test.ts'],
    globalSetup: ['global-setup.ts'],
    // Twice the cores of a small machine: journeys wait a lot, for bars to hide and for products to start.
    maxWorkers: 4,
    // A shared machine can stand still for seconds. A journey that fails twice is broken.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
});
