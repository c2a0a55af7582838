import { resolve } from 'node:path';

/** The modules that the browser gets in place of others; the tests of the web app get them too. */
export const browserAliases = [{ find: /^zod$/, replacement: resolve(import.meta.dirname, 'kernel/lazy-zod.ts') }];
