import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleBudget } from './bundle-budget.ts';

/** Screens that need no more UI code than the login. */
const LOGIN = /[\\/](login|unauthorized)\.screen\.tsx$/;
/** Screens that unknown callers open by a link. */
const ARRIVAL =
  /[\\/]web[\\/]capabilities[\\/]((sign-up|signing)[\\/].*\.screens?|session[\\/]forgot-password\.screen)\.tsx$/;

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    bundleBudget(
      { name: 'the login page', firstScreen: LOGIN, limitBytes: 200_000 },
      { name: 'a page that strangers arrive at', firstScreen: ARRIVAL, limitBytes: 260_000 },
    ),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // An inlined font would be loaded by every visitor, whatever alphabet they read.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A page's path is shorter in place than as an export of the shared file with its import.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        codeSplitting: {
          groups: [
            // React changes rarely, so browsers cache it across builds.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            // One file for what every page needs, instead of twenty small ones.
            { name: 'portal', tags: ['$initial'], priority: 4 },
            { name: 'login', test: LOGIN, priority: 3 },
            // These screens need only a part of the UI code.
            { name: 'arrival', test: ARRIVAL, priority: 2 },
            // Behind the login nearly every screen needs most of the UI code, so it is one cached file.
            { name: 'ui', test: isKit, priority: 1 },
            // One file for each capability.
            { name: capabilityOf },
          ],
        },
      },
    },
  },
});

const FETCHED_WHEN_SHOWN = /[\\/](form[\\/]fields[\\/]date-inputs|chart-figure[\\/]plots|display[\\/]qr-code)\.tsx$/;

function isKit(module: string): boolean {
  return (
    /[\\/]web[\\/](ui|components|kernel|shell)[\\/]|@mantine[\\/](core|form|hooks)[\\/]|@tabler/.test(module) &&
    !FETCHED_WHEN_SHOWN.test(module)
  );
}

function capabilityOf(module: string): string | null {
  return /[\\/]web[\\/]capabilities[\\/]([\w-]+)[\\/]/.exec(module)?.[1] ?? null;
}
