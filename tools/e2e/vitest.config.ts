import { defineConfig } from 'vitest/config';
import { longRunOnly } from './long-run.ts';
import { isWithoutCommissions, ofCommissions } from './without-commissions.ts';

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: [...(process.env.LONG ? [] : longRunOnly), ...(isWithoutCommissions ? ofCommissions : [])],
    globalSetup: ['global-setup.ts'],
    // Files share the modules of a worker, and its connection to the browser.
    isolate: false,
    // Twice the cores of a small machine: journeys mostly wait, for bars to hide and for products to start.
    maxWorkers: 4,
    // A shared machine can stall for seconds. A journey that fails twice is broken.
    retry: 1,
    testTimeout: 300_000,
    hookTimeout: 310_000,
    teardownTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
