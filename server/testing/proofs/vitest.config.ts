import { defineConfig } from 'vitest/config';

/** What proves the tests themselves, and takes too long for every change. */
export default defineConfig({
  test: {
    name: 'proofs',
    root: import.meta.dirname,
    include: ['*.proof.ts'],
    globalSetup: ['../test-database.ts'],
    hookTimeout: 120_000,
  },
});
