import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SealingKey } from '../ports/sealing-key.ts';
import { paperFacts, sealRequest } from '../testing/documents/pdf-inputs.ts';
import { type RenderedDocument, renderDocument } from './render/render-document.ts';
import { openSealKey } from './seal/seal-key.ts';
import { sealPdf } from './seal/seal-pdf.ts';
import { renderInWorker, sealInWorker } from './worker.ts';

let folder: string;
let key: SealingKey;
let paper: RenderedDocument;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-press-'));
  key = await (await openSealKey({ dataDir: folder, product: 'Vialkeep' })).forSealing();
  paper = await renderDocument(paperFacts());
});
afterAll(() => rm(folder, { recursive: true }));

test('the PDF worker renders and seals the same bytes as a direct call', async () => {
  expect(await renderInWorker(paperFacts())).toEqual(paper);
  const request = sealRequest(paper);
  const [pressed, sealed] = [await sealInWorker(paper.pdf, request, key), await sealPdf(paper.pdf, request, key)];
  expect(pressed.equals(sealed)).toBe(true);
});

test('a request that cannot be sealed fails, and does not affect the next ones', async () => {
  const nowhere = sealRequest({ place: { ...paper.place, page: 99 } });
  const orders = [sealInWorker(paper.pdf, nowhere, key), sealInWorker(Buffer.from('no file'), sealRequest(paper), key)];
  const next = sealInWorker(paper.pdf, sealRequest(paper), key);
  await expect(orders[0]).rejects.toThrow('a page that the paper does not have');
  await expect(orders[1]).rejects.toThrow(Error);
  expect((await next).toString('latin1', 0, 5)).toBe('%PDF-');
});
