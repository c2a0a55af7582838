import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SealingKey } from '../ports/sealing-key.ts';
import { paperFacts, sealRequest } from '../testing/documents/papers.ts';
import { pressPaper, pressSeal } from './press.ts';
import { makePaper, type Paper } from './render/make-paper.ts';
import { openSealKey } from './seal/seal-key.ts';
import { sealPaper } from './seal/seal-paper.ts';

const TIMEOUT_MS = 60_000;

let folder: string;
let key: SealingKey;
let paper: Paper;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-press-'));
  key = await (await openSealKey({ dataDir: folder, product: 'Vialkeep' })).forSealing();
  paper = await makePaper(paperFacts());
}, TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true }));

test('the press makes and seals the same bytes as one would without it', { timeout: TIMEOUT_MS }, async () => {
  expect(await pressPaper(paperFacts())).toEqual(paper);
  const request = sealRequest(paper);
  const [pressed, sealed] = [await pressSeal(paper.pdf, request, key), await sealPaper(paper.pdf, request, key)];
  expect(pressed.equals(sealed)).toBe(true);
});

test('what cannot be sealed is told, and keeps nothing else from it', { timeout: TIMEOUT_MS }, async () => {
  const nowhere = sealRequest({ place: { ...paper.place, page: 99 } });
  const orders = [pressSeal(paper.pdf, nowhere, key), pressSeal(Buffer.from('no file'), sealRequest(paper), key)];
  const next = pressSeal(paper.pdf, sealRequest(paper), key);
  await expect(orders[0]).rejects.toThrow('a page that the paper does not have');
  await expect(orders[1]).rejects.toThrow(Error);
  expect((await next).toString('latin1', 0, 5)).toBe('%PDF-');
});
