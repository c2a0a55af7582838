import type { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paperFacts, sealRequest } from '../../testing/documents/papers.ts';
import { processorTime } from '../../testing/processor-time.ts';
import { renderDocument } from '../render/render-document.ts';
import { openSealKey } from './seal-key.ts';
import { sealPdf } from './seal-pdf.ts';
import { verifySeal } from './verify-seal.ts';

const TIME = 120_000;

let folder: string;
let sealed: Buffer;
let unsealed: Buffer;
let sealedAt: Date;
let ours: readonly X509Certificate[];
let others: readonly X509Certificate[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-read-'));
  const key = await openSealKey({ dataDir: join(folder, 'ours'), product: 'Vialkeep' });
  const foreign = await openSealKey({ dataDir: join(folder, 'theirs'), product: 'Vialkeep' });
  others = [(await foreign.forSealing()).authority];
  const paper = await renderDocument(paperFacts());
  const request = sealRequest(paper);
  sealedAt = request.sealedAt;
  unsealed = paper.pdf;
  sealed = await sealPdf(paper.pdf, request, await key.forSealing());
  ours = await key.authorities();
}, TIME);

afterAll(() => rm(folder, { recursive: true }));

function changedAt(place: number, bits = 1): Buffer {
  const changed = Buffer.from(sealed);
  changed[place] = (changed[place] ?? 0) ^ bits;
  return changed;
}

test('a sealed file is genuine, with its sealer and time', () => {
  expect(verifySeal(sealed, [...others, ...ours])).toMatchObject({
    genuine: true,
    subject: 'CN=Vialkeep Document Seal, O=Vialkeep',
    signedAt: new Date(Math.floor(sealedAt.getTime() / 1_000) * 1_000),
  });
});

test('a file that another key sealed under the product’s name is not ours', () => {
  expect(verifySeal(sealed, others)).toEqual({ genuine: false, reason: 'not_ours' });
  expect(verifySeal(sealed, [])).toEqual({ genuine: false, reason: 'not_ours' });
});

test('a file without a seal, and bytes that are no PDF, are not sealed', () => {
  for (const bytes of [unsealed, Buffer.alloc(0), Buffer.from('%PDF-1.7'), Buffer.from('/ByteRange [0 1 2 3]')]) {
    expect(verifySeal(bytes, ours)).toEqual({ genuine: false, reason: 'not_sealed' });
  }
});

test('appended or truncated bytes are detected', () => {
  const longer = Buffer.concat([sealed, Buffer.from('\n')]);
  expect(verifySeal(longer, ours)).toEqual({ genuine: false, reason: 'not_whole' });
  expect(verifySeal(sealed.subarray(0, -1), ours)).toEqual({ genuine: false, reason: 'not_whole' });
  // A foreign file with appended bytes is still foreign.
  expect(verifySeal(longer, [])).toEqual({ genuine: false, reason: 'not_ours' });
});

test('a change of any byte outside the seal is detected', () => {
  for (let place = 0; place < sealed.length; place += 97) {
    expect(verifySeal(changedAt(place), ours).genuine, `byte ${place}`).toBe(false);
  }
});

test(
  'a change of any digit of the seal is detected, even in its case or in its padding',
  () => {
    const begin = sealed.indexOf('/Contents <') + '/Contents <'.length;
    const end = sealed.indexOf('>', begin);
    for (let place = begin; place < end; place += 5) {
      expect(verifySeal(changedAt(place), ours).genuine, `digit ${place - begin}`).toBe(false);
      expect(verifySeal(changedAt(place, 0x20), ours).genuine, `spelling of ${place - begin}`).toBe(false);
    }
  },
  TIME,
);

test('a seal that is moved to another document is refused', () => {
  const cut = sealed.indexOf('/Contents <');
  const moved = Buffer.concat([Buffer.alloc(cut, 0x20), sealed.subarray(cut)]);
  expect(verifySeal(moved, ours).genuine).toBe(false);
});

test('a large hostile file is answered quickly', () => {
  const hostile = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('/ByteRange [0 100 9999999 1]'.repeat(400_000)),
    Buffer.from(`/Contents <${'0'.repeat(5_000_000)}>`),
  ]);
  const busy = processorTime();
  expect(verifySeal(hostile, ours).genuine).toBe(false);
  expect(busy()).toBeLessThan(1_500);
});
