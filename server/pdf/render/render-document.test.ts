import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { northlight, paperFacts } from '../../testing/documents/pdf-inputs.ts';
import { askPdfTool } from '../../testing/documents/pdf-tools.ts';
import { type PaperKind, paperText } from './document-text.ts';
import { renderDocument } from './render-document.ts';
import { openTypeface } from './typeface.ts';

const TIME = 60_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-paper-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function printed(pdf: Buffer, ...options: string[]): Promise<string> {
  const file = join(folder, 'paper.pdf');
  await writeFile(file, pdf);
  return askPdfTool('pdftotext', [...options, file, '-']);
}

/** Joins lines, because the page width decides where they break. */
function joined(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

const titles: Record<PaperKind, string> = {
  attestation: 'Northlight Screening Questionnaire and Attestation',
  processing: 'Northlight Official Processing',
  storage: 'Northlight Official Storage Agreement',
  hc_attestation: 'Northlight Harvest Center Attestation',
};

describe.each(['attestation', 'processing', 'storage', 'hc_attestation'] as const)('Rendered document %s', (kind) => {
  test(
    'the document contains every word of its text, its parties, its reference and its pages',
    async () => {
      const facts = paperFacts({ kind });
      const text = paperText(facts);
      const { pdf, pages } = await renderDocument(facts);
      const words = joined(await printed(pdf, '-layout'));
      expect(text.title).toBe(titles[kind]);
      const said = [
        ...text.introduction,
        ...text.sections.flatMap(({ heading, items }) => [heading, ...items]),
        text.declaration,
        text.notice,
        'Harbor Aesthetics Center',
        kind === 'hc_attestation' ? 'Dr. James Okafor' : 'Maria Gonzalez',
        '15 November 2026',
        'Reference kq3VfX9bT1uZp0aLmN2c4w',
        ...Array.from({ length: pages }, (_, index) => `Page ${index + 1} of ${pages}`),
      ];
      for (const sentence of said) expect(words).toContain(sentence);
      expect(words).not.toMatch(/\bcures\b|\bheals\b/);
    },
    TIME,
  );
});

test(
  'title and language are set for screen readers',
  async () => {
    const document = await PDFDocument.load((await renderDocument(paperFacts())).pdf, { updateMetadata: false });
    expect(document.getTitle()).toBe('Northlight Official Storage Agreement');
    expect(String(document.catalog.get(document.context.obj('Lang')))).toContain('en-US');
  },
  TIME,
);

test(
  'the signature position is exactly the empty box above its caption',
  async () => {
    for (const size of ['LETTER', 'A4'] as const) {
      const { pdf, place, pages } = await renderDocument(paperFacts(), size);
      expect(place.page).toBe(pages);
      const onPage = await printed(pdf, '-bbox-layout', '-f', String(place.page), '-l', String(place.page));
      const lines = [...onPage.matchAll(/<line xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">/g)]
        .map((found) => found.slice(1).map(Number))
        .map(([left = 0, top = 0, , bottom = 0]) => ({ left, top, bottom }));
      const inBox = lines.filter(({ top, bottom }) => bottom > place.y && top < place.y + place.height);
      expect(inBox).toEqual([]);
      const below = lines.map(({ top }) => top - (place.y + place.height)).filter((distance) => distance >= 0);
      expect(Math.min(...below)).toBeLessThan(12);
      expect(lines.some(({ left }) => Math.abs(left - place.x) < 1.5)).toBe(true);
    }
  },
  TIME,
);

test(
  'the same input gives the same bytes',
  async () => {
    const [first, second] = [await renderDocument(paperFacts()), await renderDocument(paperFacts())];
    expect(first.pdf.equals(second.pdf)).toBe(true);
  },
  TIME,
);

test.each([
  ['a name of 200 letters without a space', 'W'.repeat(200)],
  ['a name of forty words', 'Maria '.repeat(40)],
  ['no name', '   '],
  ['letters of many alphabets', 'Zażółć Nguyễn Ελένη Борис 山田 김 עברית 😀 A\u0301'],
  ['what is no letter', 'Maria\u0000\u202E\uD800 <b>%n</b>\nGonzalez'],
])(
  '%s breaks neither the layout nor the program',
  async (_what, name) => {
    const { pdf, place, pages } = await renderDocument(paperFacts({ patient: { name } }));
    expect(pages).toBeLessThanOrEqual(3);
    expect(place).toMatchObject({ page: pages, x: 56, width: 300, height: 76 });
    const { show } = await openTypeface();
    const words = (await printed(pdf)).replaceAll(/[\s-]+/g, '');
    expect(words).toContain(show(name).replaceAll(/[\s-]+/g, ''));
  },
  TIME,
);

test('a character that cannot be printed is replaced by its code point, never by another letter', async () => {
  const { show } = await openTypeface();
  expect(show('Ana 😀')).toBe('Ana [U+1F600]');
  expect(show('tab\tand\nline')).toBe('tab and line');
  expect(show('e\u0301')).toBe('é');
});

test('the text for a phone is the text of the document, with the original characters', () => {
  const text = paperText(paperFacts({ kind: 'attestation', patient: { name: '山田 太郎' } }));
  expect(text.parties[0]).toEqual({ label: 'Patient', value: '山田 太郎' });
  expect(text.sections.map(({ heading }) => heading)).toEqual([
    'About me',
    'Infections',
    'General health',
    'What I understand',
  ]);
  expect(paperText(paperFacts({ kind: 'hc_attestation', center: {} })).parties).toEqual([
    { label: 'Harvest center', value: 'Not known yet' },
    { label: 'Signing for the center', value: 'Not known yet' },
    { label: 'Tissue bank', value: `${northlight.brand}, a Vialkeep site` },
    { label: 'Date', value: '15 November 2026' },
  ]);
});
