import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SealingKey } from '../../ports/sealing-key.ts';
import { maria, paperFacts, sealRequest } from '../../testing/documents/pdf-inputs.ts';
import { askPdfTool } from '../../testing/documents/pdf-tools.ts';
import { type RenderedDocument, renderDocument } from '../render/render-document.ts';
import { openSealKey } from './seal-key.ts';
import { sealPdf } from './seal-pdf.ts';

const TIME = 60_000;

let folder: string;
let key: SealingKey;
let paper: RenderedDocument;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-seal-'));
  key = await (await openSealKey({ dataDir: folder, product: 'Vialkeep' })).forSealing();
  paper = await renderDocument(paperFacts());
}, TIME);

afterAll(() => rm(folder, { recursive: true }));

async function ask(tool: 'pdfsig' | 'pdftotext', pdf: Buffer, ...args: string[]): Promise<string> {
  const file = join(folder, 'asked.pdf');
  await writeFile(file, pdf);
  return askPdfTool(tool, tool === 'pdfsig' ? ['-nocert', file] : [...args, file, '-']);
}

test(
  'an independent program reports the seal as valid and covering the whole document',
  async () => {
    const sealed = await sealPdf(paper.pdf, sealRequest(paper), key);
    const report = await ask('pdfsig', sealed);
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
    expect(report).toContain('Signing Hash Algorithm: SHA-256');
    expect(report).toContain('Vialkeep Document Seal');
    expect(report.match(/Signature #/g)).toHaveLength(1);
  },
  TIME,
);

test(
  'a change of any byte makes the seal invalid',
  async () => {
    const sealed = await sealPdf(paper.pdf, sealRequest(paper), key);
    const gap = sealed.indexOf('/Contents <');
    const signature = gap + '/Contents <'.length;
    const places = [
      12,
      Math.floor(gap / 4),
      Math.floor(gap / 2),
      gap - 200,
      sealed.indexOf('/ByteRange') + 14,
      signature + 300,
      sealed.length - 40,
      sealed.length - 2,
    ];
    for (const place of places) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await ask('pdfsig', changed), `byte ${place} of ${sealed.length}`).not.toContain('Signature is Valid.');
    }
  },
  TIME,
);

test(
  'bytes appended after the seal are reported as not covered',
  async () => {
    const sealed = await sealPdf(paper.pdf, sealRequest(paper), key);
    const report = await ask('pdfsig', Buffer.concat([sealed, Buffer.from('\n% something more\n')]));
    expect(report).not.toContain('Total document signed');
  },
  TIME,
);

describe('Certificate page', () => {
  test(
    'the certificate states who signed, when, from where, what, every event and how to check it',
    async () => {
      const request = sealRequest(paper);
      const words = (await ask('pdftotext', await sealPdf(paper.pdf, request, key), '-layout')).replaceAll(/\s+/g, ' ');
      const digest = hash('sha256', paper.pdf);
      for (const said of [
        'Signed by Maria Gonzalez on 2026-11-15 07:04:05 UTC',
        'Certificate of signature',
        `${maria.name}, ${maria.email}`,
        'Signed at 2026-11-15 07:04:05 UTC',
        'Signed from 203.0.113.7',
        'Reference kq3VfX9bT1uZp0aLmN2c4w',
        digest.match(/.{8}/g)?.join(' '),
        'Sent: Harbor Aesthetics Center',
        'Opened: Maria Gonzalez',
        'Mozilla/5.0 (iPhone)',
        'https://northlight.test/verify',
        '7KQM-PX2A-9RTD',
        `Page ${paper.pages} of ${paper.pages}`,
        'Certificate page 1 of 1',
      ]) {
        expect(words).toContain(said);
      }
    },
    TIME,
  );

  test(
    'the certificate continues on as many pages as the events need',
    async () => {
      const events = Array.from({ length: 60 }, (_, index) => ({
        at: new Date(),
        what: 'Opened',
        who: `${maria.name} (${index + 1})`,
        device: 'Mozilla/5.0 '.repeat(12),
      }));
      const sealed = await sealPdf(paper.pdf, sealRequest(paper, { events }), key);
      const words = await ask('pdftotext', sealed, '-layout');
      expect(words).toContain('Opened: Maria Gonzalez (60)');
      expect(words).toMatch(/Certificate page 2 of [3-9]/);
      expect(await ask('pdfsig', sealed)).toContain('Total document signed');
    },
    TIME,
  );
});

test.each([
  [
    'a drawn signature',
    {
      drawn: [
        [
          [0.1, 0.2],
          [0.5, 0.9],
          [0.9, 0.1],
        ] as const,
        [[0.95, 0.5]] as const,
      ],
    },
  ],
  [
    'a drawn signature that leaves the box',
    {
      drawn: [
        [
          [-3, 0.2],
          [7, Number.MAX_VALUE],
        ] as const,
      ],
    },
  ],
  ['a name of 200 letters', { typedName: 'W'.repeat(200), signer: { ...maria, name: 'W'.repeat(200) } }],
  ['letters that cannot be printed', { typedName: '김 山田 😀', signer: { ...maria, name: '김 山田 😀' } }],
  ['brackets and backslashes', { typedName: ')\\( Tj', title: 'A \\) title (' }],
])(
  'the seal is valid with %s',
  async (_what, request) => {
    const report = await ask('pdfsig', await sealPdf(paper.pdf, sealRequest(paper, request), key));
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
  },
  TIME,
);

test(
  'the same request gives the same bytes, also when many are sealed at once',
  async () => {
    const request = sealRequest(paper);
    const [first, ...others] = await Promise.all(Array.from({ length: 3 }, () => sealPdf(paper.pdf, request, key)));
    for (const other of others) expect(first?.equals(other)).toBe(true);
  },
  TIME,
);
