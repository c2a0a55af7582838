import { defineConfig } from 'vitest/config';

/** `npm run pictures`: photographs every screen as every kind of user. */
export default defineConfig({
  test: {
    name: 'tour',
    root: import.meta.dirname,
    include: ['tour/**/*.tour.ts'],
    globalSetup: ['global-setup.ts', 'tour/set-up.ts'],
    maxWorkers: 3,
    testTimeout: 1_800_000,
    hookTimeout: 310_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
