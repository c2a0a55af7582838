import { defineConfig } from 'vitest/config';

/** The file store against other servers, which are installed for it and take too long for every change. */
export default defineConfig({
  test: {
    name: 's3',
    root: import.meta.dirname,
    include: ['*.proof.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
