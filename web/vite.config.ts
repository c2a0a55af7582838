import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserAliases } from './browser-aliases.ts';
import { bundleBudget, loadedWhenUsed } from './bundle-budget.ts';
import { writeFirstVisits } from './first-visits/plugin.ts';

/** Screens that need no more UI code than the login. */
const LOGIN = /[\\/](login|unauthorized)\.screen\.tsx$/;
/** Screens that unknown callers open by a link. */
const ARRIVAL =
  /[\\/]web[\\/]capabilities[\\/]((sign-up|signing)[\\/].*\.screens?|session[\\/]forgot-password\.screen)\.tsx$/;

/** Parts that mostly administrators see. */
const ADMINISTRATION =
  /[\\/]web[\\/]capabilities[\\/](users|audit|identity-policy|centers|custom-sites|waiting|dashboard[\\/]administration|imports[\\/]import-entry)\b/;

/** What only the pages of the bench need. */
const BENCH =
  /[\\/]web[\\/](components[\\/]bench|capabilities[\\/](bench[\\/]|deviations[\\/]|intake[\\/]|lab-policy[\\/]|orders[\\/]|release[\\/]|storage[\\/]|kit[\\/]kit-bench))|[\\/]contract[\\/](arrivals|batches|bench|bench-codes|bench-moment|box-positions|deviations|gs1|harvests|kits|places|release|scanned-text|stock-counts|vial-orders)\.ts$/;

const STYLE_GUIDE = /[\\/]capabilities[\\/]kit[\\/](?!kit-bench)/;

export default defineConfig({
  base: '/',
  resolve: { alias: browserAliases },
  plugins: [
    react(),
    writeFirstVisits(),
    bundleBudget(
      { name: 'the login page', firstScreen: LOGIN, limitBytes: 200_000 },
      { name: 'a page that strangers arrive at', firstScreen: ARRIVAL, limitBytes: 264_000 },
    ),
    loadedWhenUsed('passkeys', /[\\/]@simplewebauthn[\\/]/),
  ],
  // A worker is a file of its own, which the server sends with a policy of its own.
  worker: { format: 'es' },
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
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
              priority: 5,
            },
            // One file for what every page needs, instead of twenty small ones.
            { name: 'portal', tags: ['$initial'], priority: 4 },
            // These screens need only a part of the UI code.
            { name: 'arrival', test: ARRIVAL, priority: 3 },
            // Behind the login nearly every screen needs most of the UI code, so it is one cached file.
            { name: 'ui', test: isKit, priority: 2 },
            // Only labs with a bench load the next one. A group takes what its files import, so it comes after those
            // that share code with it.
            { name: 'kit', test: STYLE_GUIDE, priority: 1 },
            { name: 'bench', test: BENCH, priority: 1 },
            // One file for each capability; what mostly administrators see shares one.
            { name: capabilityOf, debugName: 'capabilities', priority: 1 },
            { name: 'administration', test: ADMINISTRATION },
          ],
        },
      },
    },
  },
});

const FETCHED_WHEN_SHOWN = /[\\/](form[\\/]fields[\\/]date-inputs|chart-figure[\\/]plots|display[\\/]qr-code)\.tsx$/;

/** The styles of all screens are one file, and so are the calls that several capabilities make. */
const KIT =
  /[\\/]web[\\/](ui|components|kernel|shell)[\\/]|[\\/]web[\\/]capabilities[\\/].*\.css$|[\\/]contract[\\/]|@mantine[\\/](core|form|hooks)[\\/]|@tabler/;

/** Every user's first page; its parts are files of their own. */
const DASHBOARD = /[\\/]capabilities[\\/]dashboard[\\/](?!administration)/;

/** Only the screens of imports need their calls and the sending of large files. */
const IMPORTS = /[\\/]contract[\\/]import[\w-]*\.ts$|[\\/]web[\\/]kernel[\\/]uploads[\\/]/;

const OUTSIDE_THE_KIT = [FETCHED_WHEN_SHOWN, BENCH, IMPORTS];

function isKit(module: string): boolean {
  return (KIT.test(module) || DASHBOARD.test(module)) && !OUTSIDE_THE_KIT.some((other) => other.test(module));
}

function capabilityOf(module: string): string | null {
  if (ADMINISTRATION.test(module) || BENCH.test(module)) return null;
  if (IMPORTS.test(module)) return 'imports';
  return /[\\/]web[\\/]capabilities[\\/]([\w-]+)[\\/]/.exec(module)?.[1] ?? null;
}
