import { defineConfig } from 'vitest/config';

/** `npm run pictures:readme`: takes the README's pictures and walks its tours against fresh demo products. */
export default defineConfig({
  test: {
    name: 'readme',
    root: import.meta.dirname,
    include: ['readme/*.walk.ts'],
    globalSetup: ['global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 310_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
