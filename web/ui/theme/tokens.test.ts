import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../..');
const DEFINED = /(--vk-[a-z0-9-]+)\s*:/g;
const USED = /var\((--vk-[a-z0-9-]+)[,)]/g;

test('every token that a style uses is defined', () => {
  const files = globSync('{ui,components,capabilities,shell,kernel}/**/*.{css,tsx,ts}', { cwd: web });
  const texts = files.map((file) => [file, readFileSync(resolve(web, file), 'utf8')] as const);
  const defined = new Set(texts.flatMap(([, text]) => [...text.matchAll(DEFINED)].map(([, name]) => name)));
  const unknown = texts.flatMap(([file, text]) =>
    [...text.matchAll(USED)].filter(([, name]) => !defined.has(name)).map(([, name]) => `${file}: ${name}`),
  );
  expect(defined.size).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});
