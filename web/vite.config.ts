import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleBudget } from './bundle-budget.ts';

export default defineConfig({
  base: '/',
  plugins: [react(), bundleBudget({ firstScreen: 'capabilities/session/login.screen.tsx', limitBytes: 200_000 })],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // A font inside a style sheet would be loaded by everybody, whatever alphabet they read.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes rarely and is kept by browsers over many of our builds.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            // One file for what every page needs, instead of twenty small ones.
            { name: 'portal', tags: ['$initial'], priority: 3 },
            { name: 'login', test: /[\\/]login\.screen\.tsx$/, priority: 2 },
            // Behind the login nearly every screen needs most of the kit, so it comes at once and is kept.
            { name: 'ui', test: isKit, priority: 1 },
            // One file for each capability.
            { name: capabilityOf },
          ],
        },
      },
    },
  },
});

const FETCHED_WHEN_SHOWN = /[\\/]ui[\\/](form[\\/]date-inputs|chart-figure[\\/]plots|qr-code)/;

function isKit(module: string): boolean {
  return (
    /[\\/]web[\\/](ui|kernel|shell)[\\/]|@mantine[\\/](core|form|hooks)[\\/]|@tabler/.test(module) &&
    !FETCHED_WHEN_SHOWN.test(module)
  );
}

function capabilityOf(module: string): string | null {
  return /[\\/]web[\\/]capabilities[\\/]([\w-]+)[\\/]/.exec(module)?.[1] ?? null;
}
