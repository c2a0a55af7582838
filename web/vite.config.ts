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
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // One file for what every page needs, instead of twenty small ones.
            { name: 'portal', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
});
