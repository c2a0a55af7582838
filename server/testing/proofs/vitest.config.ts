import { defineConfig } from 'vitest/config';

/** Proofs of the tests themselves, which take too long to run with every change. */
export default defineConfig({
  test: {
    name: 'proofs',
    root: import.meta.dirname,
    include: ['*.proof.ts'],
    globalSetup: ['../test-database.ts'],
    hookTimeout: 120_000,
  },
});
