import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { Document, Page, renderToBuffer } from '@react-pdf/renderer';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { createElement as h } from 'react';
import { expect, test } from 'vitest';
import { paperFacts } from '../../testing/documents/pdf-inputs.ts';
import { processorTime } from '../../testing/processor-time.ts';
import { readUploadedPdf } from './read-uploaded-pdf.ts';
import { renderDocument } from './render-document.ts';

const TIME = 60_000;

async function pdfOf(pages: number, change: (document: PDFDocument) => void = () => undefined): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage().drawText(`Page ${page + 1}`);
  change(document);
  return Buffer.from(await document.save({ addDefaultPage: false }));
}

/** A PDF of handwritten objects with an empty cross-reference table: readers rebuild it. */
function handWritten(...objects: readonly (string | Buffer)[]): Buffer {
  const body = objects.map((object) => (typeof object === 'string' ? Buffer.from(object, 'latin1') : object));
  const end = Buffer.from('\ntrailer << /Root 1 0 R /Size 10 >>\nstartxref\n0\n%%EOF\n');
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...body, end]);
}

const BLOCK_BYTES = 6_000_000;

/** What `deflateSync` would make of this many zeros, from one compressed block that is repeated. */
function packZeros(count: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array<Buffer>(count / BLOCK_BYTES).fill(block);
  const checksum = Buffer.alloc(4);
  // Adler-32 of zeros: the upper half is their number modulo 65521, the lower half 1.
  checksum.writeUInt32BE(((count % 65_521) * 65_536 + 1) >>> 0);
  return Buffer.concat([Buffer.from('78da', 'hex'), ...blocks, deflateRawSync(Buffer.alloc(0)), checksum]);
}

const CATALOG = '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n';
const PAGES = '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n';
const PAGE = '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj\n';

test('a plain PDF is accepted, and its pages are counted', { timeout: TIME }, async () => {
  expect(await readUploadedPdf(await pdfOf(3))).toEqual({ readable: true, pages: 3 });
  expect(await readUploadedPdf((await renderDocument(paperFacts())).pdf)).toEqual({ readable: true, pages: 2 });
  expect(await readUploadedPdf(handWritten(CATALOG, PAGES, PAGE))).toEqual({ readable: true, pages: 1 });
});

test('a link to a web address or to a page is accepted', { timeout: TIME }, async () => {
  const linked = await pdfOf(1, (document) => {
    const action = document.context.obj({ Type: 'Action', S: 'URI', URI: PDFString.of('https://example.test') });
    const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action });
    document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([link]));
  });
  expect(await readUploadedPdf(linked)).toEqual({ readable: true, pages: 1 });
});

test.each([
  ['nothing', 'empty', () => Buffer.alloc(0)],
  ['a script named .pdf', 'not_a_pdf', () => Buffer.from('#!/bin/sh\necho %PDF-1.7 %%EOF')],
  ['only the first line', 'broken', () => Buffer.from('%PDF-1.7\n')],
  [
    'noise',
    'broken',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_000, 0xa7), Buffer.from('%%EOF')]),
  ],
  ['half of a document', 'broken', async () => (await pdfOf(3)).subarray(0, 900)],
  ['a document without its catalog', 'broken', () => handWritten(PAGES, PAGE)],
  ['pages that go round in a circle', 'broken', () => handWritten(CATALOG, PAGES.replace('3 0 R', '2 0 R'))],
  ['no pages', 'no_pages', () => pdfOf(0)],
  ['a password', 'encrypted', () => renderToBuffer(h(Document, { userPassword: 'secret' }, h(Page)))],
] as const)('%s is refused', { timeout: TIME }, async (_what, reason, make) => {
  const answer = await readUploadedPdf(await make());
  expect(answer).toMatchObject({ readable: false, reason });
  expect(answer).toHaveProperty('message', expect.stringMatching(/^This .+\.$/));
});

test.each([
  ['a script that runs on opening', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'],
  ['a script under a misspelt name', '/OpenAction << /S /J#61vaScript /J#53 (app.alert(1)) >>'],
  ['a script by name', '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >>'],
  ['a program to start', '/OpenAction << /S /Launch /F (cmd.exe) >>'],
  ['an attached file', '/Names << /EmbeddedFiles << /Names [] >> >>'],
  ['a form that sends itself', '/AA << /WC << /S /SubmitForm /F (https://example.test) >> >>'],
  ['a form of scripts', '/AcroForm << /XFA (x) /Fields [] >>'],
])('%s is refused as active content', { timeout: TIME }, async (_what, entry) => {
  const catalog = `1 0 obj << /Type /Catalog /Pages 2 0 R ${entry} >> endobj\n`;
  expect(await readUploadedPdf(handWritten(catalog, PAGES, PAGE))).toMatchObject({ reason: 'active_content' });
});

test('a script in a compressed object is found', { timeout: TIME }, async () => {
  const packed = await pdfOf(1, (document) => {
    const script = document.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
    document.catalog.set(PDFName.of('OpenAction'), document.context.register(script));
  });
  expect(packed.includes('JavaScript')).toBe(false);
  expect(await readUploadedPdf(packed)).toMatchObject({ reason: 'active_content' });
});

test('a file that takes forever to read is given up, and other requests are served meanwhile', {
  timeout: TIME,
}, async () => {
  const packed = packZeros(600_000_000);
  const twice = deflateSync(packed);
  const bomb = (stream: Buffer, filter: string) =>
    handWritten(
      CATALOG,
      PAGES,
      PAGE,
      `4 0 obj << /Type /ObjStm /N 1 /First 5 /Filter ${filter} /Length ${stream.length} >> stream\n`,
      stream,
      '\nendstream endobj\n',
    );
  let longestTurn = 0;
  let busy = processorTime();
  const clock = setInterval(() => {
    longestTurn = Math.max(longestTurn, busy());
    busy = processorTime();
  }, 20);
  const memoryBefore = process.memoryUsage.rss();
  const answers = await Promise.all([
    readUploadedPdf(bomb(packed, '/FlateDecode')),
    readUploadedPdf(bomb(twice, '[/FlateDecode /FlateDecode]')),
    readUploadedPdf(handWritten(CATALOG, PAGES, `3 0 obj ${'['.repeat(200_000)}`)),
    readUploadedPdf(await pdfOf(1)),
  ]);
  clearInterval(clock);
  expect(answers.slice(0, 3).map(({ readable }) => readable)).toEqual([false, false, false]);
  expect(answers[3]).toEqual({ readable: true, pages: 1 });
  expect(longestTurn).toBeLessThan(2_000);
  expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(1_000_000_000);
});
