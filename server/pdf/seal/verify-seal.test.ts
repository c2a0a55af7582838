import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paperFacts, sealRequest } from '../../testing/documents/pdf-inputs.ts';
import { processorTime } from '../../testing/processor-time.ts';
import { renderDocument } from '../render/render-document.ts';
import { openSealKey } from './seal-key.ts';
import { sealPdf } from './seal-pdf.ts';
import { verifySeal } from './verify-seal.ts';

const TIME = 120_000;
/** For thousands of verifications, of which each takes some milliseconds of processor time. */
const LONG_TIME = 600_000;

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

test('a file that an earlier version sealed stays genuine', async () => {
  const documents = new URL('../../testing/documents/', import.meta.url);
  const authority = new X509Certificate(await readFile(new URL('earlier-seal.authority.pem', documents)));
  const file = await readFile(new URL('earlier-seal.pdf', documents));
  expect(verifySeal(file, [authority])).toEqual({
    genuine: true,
    subject: 'CN=Vialkeep Document Seal, O=Vialkeep',
    signedAt: new Date('2026-11-16T17:34:55Z'),
    sha256: 'ec0ad12312089b0ef3747284565e718c56cf0045e9a4c11f7a086b21e1c03c87',
  });
  expect(verifySeal(file, ours)).toEqual({ genuine: false, reason: 'not_ours' });
});

/** `LONG=1` tries ten times as many places; each takes a hundredth of a second. */
const [PLACES, DIGITS_BETWEEN] = process.env.LONG ? [2_000, 5] : [200, 49];

test(
  `a change of one byte at any of ${PLACES} random places of a sealed file is detected`,
  () => {
    const place = fc.noBias(fc.nat({ max: sealed.length - 1 }));
    const bits = fc.noBias(fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(place, bits, (at, changed) => !verifySeal(changedAt(at, changed), ours).genuine),
      { numRuns: PLACES, seed: 20_261_116 },
    );
  },
  LONG_TIME,
);

test(
  'a change of any digit of the seal is detected, even in its case or in its padding',
  () => {
    const begin = sealed.indexOf('/Contents <') + '/Contents <'.length;
    const end = sealed.indexOf('>', begin);
    for (let place = begin; place < end; place += DIGITS_BETWEEN) {
      expect(verifySeal(changedAt(place), ours).genuine, `digit ${place - begin}`).toBe(false);
      expect(verifySeal(changedAt(place, 0x20), ours).genuine, `spelling of ${place - begin}`).toBe(false);
    }
  },
  LONG_TIME,
);

/** The sealed file with another seal in the room of its own. */
function withSeal(cms: Buffer): Buffer {
  const begin = sealed.indexOf('/Contents <') + '/Contents <'.length;
  const room = sealed.indexOf('>', begin) - begin;
  const changed = Buffer.from(sealed);
  changed.write(cms.toString('hex').padEnd(room, '0'), begin, 'latin1');
  return changed;
}

function sealOf(pdf: Buffer): Buffer {
  const begin = pdf.indexOf('/Contents <') + '/Contents <'.length;
  const bytes = Buffer.from(pdf.toString('latin1', begin, pdf.indexOf('>', begin)), 'hex');
  return bytes.subarray(0, bytes.readUInt16BE(2) + 4);
}

test('a seal that says the same with a longer encoding of a length is refused', () => {
  const cms = sealOf(sealed);
  expect(verifySeal(withSeal(cms), ours).genuine).toBe(true);
  const set = cms.indexOf(Buffer.from('a082', 'hex'), 23);
  const certificate = set + 4;
  // The headers around the certificate, each of the form tag, 82, two bytes of length.
  const around = [0, 15, 19, set];
  for (const at of [...around, certificate]) expect(cms[at + 1], `header at ${at}`).toBe(0x82);
  const longer = Buffer.concat([
    cms.subarray(0, certificate + 1),
    Buffer.from([0x83, 0x00]),
    cms.subarray(certificate + 2),
  ]);
  for (const at of around) longer.writeUInt16BE(longer.readUInt16BE(at + 2) + 1, at + 2);
  expect(verifySeal(withSeal(longer), ours)).toEqual({ genuine: false, reason: 'not_sealed' });
});

test('a seal that is nested as deeply as its room allows is answered quickly', () => {
  const depth = 1_800;
  const nested = Buffer.alloc(depth * 4);
  for (let level = 0; level < depth; level += 1) {
    nested.writeUInt16BE(0x3082, level * 4);
    nested.writeUInt16BE((depth - level - 1) * 4, level * 4 + 2);
  }
  const busy = processorTime();
  expect(verifySeal(withSeal(nested), ours)).toEqual({ genuine: false, reason: 'not_sealed' });
  expect(busy()).toBeLessThan(1_500);
});

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
