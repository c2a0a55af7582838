import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import every from '../../../vitest.config.ts';
import { featureRows } from '../features/feature-rows.ts';
import { knockedOutFiles } from './checks-of-row.ts';
import { knockOutPlugin } from './knock-out-plugin.ts';

const root = resolve(import.meta.dirname, '../../..');
const parts = featureRows.flatMap(({ lives }) => knockedOutFiles(lives));

/** The tests of the server and the web as `npm test` runs them, with a switch in each file that a feature row names. */
export default defineConfig({
  root,
  test: {
    projects: every.test?.projects?.map((project) => {
      // @NOTE the root configuration has inline projects only.
      const { test, plugins = [], ...rest } = project as TestProjectInlineConfiguration;
      const setUp = resolve(import.meta.dirname, 'set-up.ts');
      const setupFiles = [...[test?.setupFiles ?? []].flat(), setUp];
      return { ...rest, plugins: [plugins, knockOutPlugin(parts, true)], test: { ...test, setupFiles } };
    }),
  },
});
