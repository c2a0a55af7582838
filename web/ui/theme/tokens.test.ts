import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '../charts/oklch.ts';
import { cryo } from '../charts/ramp.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [lightText = '', darkText = ''] = css.split('[data-mantine-color-scheme="dark"]');
const light = tokensIn(lightText);
const schemes = { light, dark: { ...light, ...tokensIn(darkText) } };

const TEXT = 4.5;
const GRAPHIC = 3;

const promises: [text: string, on: string, least: number][] = [
  ['text', 'page', TEXT],
  ['text', 'surface', TEXT],
  ['text', 'raised', TEXT],
  ['text', 'sunken', TEXT],
  ['text-2', 'page', TEXT],
  ['text-2', 'surface', TEXT],
  ['text-2', 'raised', TEXT],
  ['text-2', 'sunken', TEXT],
  ['error', 'surface', TEXT],
  ['error', 'raised', TEXT],
  ['field', 'surface', GRAPHIC],
  ['on-danger', 'danger', TEXT],
  ['on-danger', 'danger-hover', TEXT],
  ['on-acting', 'acting', TEXT],
  ['acting-edge', 'surface', GRAPHIC],
  ...['done', 'waiting', 'failed', 'moving', 'none'].flatMap((state): [string, string, number][] => [
    [`${state}-text`, `${state}-tint`, TEXT],
    [`${state}-text`, 'surface', TEXT],
  ]),
  ...[1, 2, 3, 4, 5, 6].map((series): [string, string, number] => [`series-${series}`, 'surface', GRAPHIC]),
];

for (const [scheme, tokens] of Object.entries(schemes)) {
  test.each(promises)(`in ${scheme}, %s on %s is at least %s:1`, (text, on, least) => {
    expect(contrast(tokenOf(tokens, text), tokenOf(tokens, on))).toBeGreaterThanOrEqual(least);
  });
}

test('links and the current menu item are readable in both schemes', () => {
  expect(contrast(cryo[7], tokenOf(schemes.light, 'surface'))).toBeGreaterThanOrEqual(TEXT);
  expect(contrast(cryo[7], tokenOf(schemes.light, 'page'))).toBeGreaterThanOrEqual(TEXT);
  expect(contrast(cryo[4], tokenOf(schemes.dark, 'surface'))).toBeGreaterThanOrEqual(TEXT);
  expect(contrast(cryo[4], tokenOf(schemes.dark, 'raised'))).toBeGreaterThanOrEqual(TEXT);
  expect(contrast(cryo[9], cryo[1])).toBeGreaterThanOrEqual(TEXT);
});

type Tokens = Record<string, string>;

function tokensIn(text: string): Tokens {
  return Object.fromEntries(
    [...text.matchAll(/--vk-([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

function tokenOf(tokens: Tokens, name: string): string {
  const hex = tokens[name];
  if (!hex) throw new Error(`tokens.css has no --vk-${name}`);
  return hex;
}
