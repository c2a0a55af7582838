import { expect, test } from 'vitest';
import { disableExports } from './knock-out-plugin.ts';

const THROW = 'throw new Error("server/a.ts is knocked out.");';
const IS_OUT = 'globalThis.knockedOut?.includes("web/a.tsx")';

test('an exported function, and the function inside an exported call, throw before they do anything', () => {
  const code = 'function own() { return 1; }\nexport function find(id: number): number { return own(); }\n';
  expect(disableExports('server/a.ts', code, false)).toBe(
    `function own() { return 1; }\nexport function find(id: number): number { if (true) ${THROW} return own(); }\n`,
  );
  expect(
    disableExports('server/a.ts', 'export const a = handle(route, async ({ db }) => ({ all: await db }));', false),
  ).toBe(`export const a = handle(route, async ({ db }) => (true ? (() => { ${THROW} })() : (({ all: await db }))));`);
});

test('an exported component renders nothing, also as a constant, while its file is switched off', () => {
  expect(disableExports('web/a.tsx', 'export function Row() { return <p>{f(() => 1)}</p>; }', true)).toBe(
    `export function Row() { if (${IS_OUT}) return null; return <p>{f(() => 1)}</p>; }`,
  );
  expect(disableExports('web/a.tsx', 'export const Row = memo(() => <p />);', true)).toBe(
    `export const Row = memo(() => (${IS_OUT} ? null : (<p />)));`,
  );
});

test('types and constants of a file stay as they are', () => {
  const code = "export type A = { f(): void };\nexport const WAIT_MS = 10;\nexport const names = ['a'] as const;\n";
  expect(disableExports('server/a.ts', code, false)).toBe(code);
});
