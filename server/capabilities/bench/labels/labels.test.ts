import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCH_CODE_KINDS, type BenchCodeKind, formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawDataMatrix } from '../../../pdf/render/data-matrix.ts';
import { askPdfTool } from '../../../testing/documents/pdf-tools.ts';
import { cropPicture, type GreyPicture, readCode, readPgm } from '../../../testing/documents/read-codes.ts';
import { cornerOf, drawRoll, drawSheet } from './draw-pdf.ts';
import { drawZpl, ZPL_MODULE_DOTS } from './draw-zpl.ts';
import { LABEL_INCHES, LABELS_A_SHEET, type LabelData, wordsOfLabel } from './label-data.ts';

const CODES_A_KIND = process.env.LONG === '1' ? 1_000 : 20;
/** A page at 300 dpi has 8 MB, so that a thousand labels are drawn and read a sheet at a time. */
const CODES_A_DRAWING = 85;
/** A thousand codes of a kind take minutes where other work shares the machine. */
const READ_BACK_TIMEOUT_MS = 1_800_000;
const DPI = 300;
const HOSTILE = [
  '^XA^XZ',
  '~DGR:X',
  '\\5EXZ',
  '=HYPERLINK("http://x.test")',
  'a\u0000b\n^FS\u001b',
  '</Text>',
  'Ä山🙂',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'labels-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('Labels on paper', () => {
  test.each(BENCH_CODE_KINDS)(
    'every %s on a PDF sheet is read back by the reader of the camera',
    async (kind) => {
      let count = 0;
      for (let drawn = 0; drawn < CODES_A_KIND; drawn += CODES_A_DRAWING) {
        count += await countReadBack(newLabels(kind, Math.min(CODES_A_DRAWING, CODES_A_KIND - drawn)));
      }
      report(`PDF sheet, ${kind}: ${count} of ${CODES_A_KIND} read back`);
      expect(count).toBe(CODES_A_KIND);
    },
    READ_BACK_TIMEOUT_MS,
  );

  test('a sheet holds 5 × 17 labels and begins where it is asked to', async () => {
    const [first, second, ...more] = renderPages(await drawSheet(newLabels('vial', 3), 84));
    expect(more).toEqual([]);
    const isMarked = (page: GreyPicture | undefined, index: number) =>
      page !== undefined && cropLabel(page, index).pixels.some((pixel) => pixel < 128);
    expect([82, 83, 84].map((index) => isMarked(first, index))).toEqual([false, true, true]);
    expect([0, 1, 84].map((index) => isMarked(second, index))).toEqual([true, false, false]);
    expect(cornerOf(84)).toEqual({
      left: expect.closeTo(8.5 - 0.8 - LABEL_INCHES.width, 6),
      top: expect.closeTo(11 - 0.25 - LABEL_INCHES.height, 6),
    });
  });

  test.each([0, 86, 1.5, Number.NaN])('a sheet cannot begin at label %s', (startAt) => {
    expect(() => drawSheet(newLabels('vial', 1), startAt)).toThrow(RangeError);
  });

  test('a roll has one label a page, with its code, patient, batch, date and note', async () => {
    const labels = newLabels('batch', 2);
    const path = writePdf(await drawRoll(labels));
    expect(askPdfTool('pdfinfo', [path])).toMatch(/Pages:\s+2\n[\s\S]*Page size:\s+92\.16 x 36 pts/);
    const words = askPdfTool('pdftotext', ['-layout', path, '-']);
    for (const { code } of labels) expect(words).toContain(`T-${code}`);
    for (const part of ['Patient 1030', 'Batch B-7', '2026-11-18', 'FOR AUTOLOGOUS USE ONLY']) {
      expect(words).toContain(part);
    }
    for (const [index, page] of renderPages(await drawRoll(labels)).entries()) {
      expect(await readCode(page)).toBe(formatSymbolText(labels[index] ?? fail()));
    }
  });

  test('a label has room for the number of a millionth patient, the code of a batch and the date, none of them cut', async () => {
    const label = { ...newLabel('vial'), patientNumber: '1048576', batch: 'WWWW-MMMM-W' };
    const words = askPdfTool('pdftotext', ['-layout', writePdf(await drawRoll([label])), '-']);
    const lines = words.split('\n').map((line) => line.trim());
    expect(lines.filter((line) => line !== '' && line !== '\f')).toEqual([
      label.code,
      'Patient 1048576',
      'Batch WWWW-MMMM-W',
      '2026-11-18',
      'FOR AUTOLOGOUS USE ONLY',
    ]);
    const fields = fieldsOf(drawZpl([label]));
    expect(fields).toHaveLength(6);
    // Zebra's own font is narrower than this, and a field that is too wide is cut by the edge of the label.
    const widths = fields.slice(1).map((text, row) => text.length * ([24, 17, 17, 17, 14][row] ?? 0) * 0.55);
    expect(widths.filter((dots) => dots > 260 - 78)).toEqual([]);
  });

  test('the same labels give the same bytes', async () => {
    const [labels, date] = [newLabels('kit', 2), new Date('2026-11-18T09:00:00Z')];
    expect((await drawSheet(labels, 1, date)).equals(await drawSheet(labels, 1, date))).toBe(true);
  });

  test('hostile texts are printed as text, stay inside their label and leave the symbol readable', async () => {
    const labels = HOSTILE.map((note) => ({ ...newLabel('vial'), note: note.repeat(20), batch: note, date: note }));
    const pdf = await drawSheet(labels);
    expect(pdf.toString('latin1')).not.toMatch(/\/(?:JavaScript|JS|URI|Launch|OpenAction)\b/);
    const [page] = renderPages(pdf);
    for (const [index, label] of labels.entries()) {
      expect(await readCode(cropLabel(page ?? fail(), index))).toBe(formatSymbolText(label));
    }
    expect(cropLabel(page ?? fail(), labels.length).pixels.every((pixel) => pixel > 250)).toBe(true);
  });
});

describe('Labels for a Zebra printer', () => {
  test.each(BENCH_CODE_KINDS)(
    'every symbol of a %s in ZPL is read back at 4 dots a module',
    async (kind) => {
      const labels = newLabels(kind, CODES_A_KIND);
      const symbols = symbolsOf(drawZpl(labels));
      expect(symbols).toEqual(labels.map(formatSymbolText));
      let count = 0;
      for (const text of symbols) if ((await readCode(drawDots(text))) === text) count += 1;
      report(`ZPL, ${kind}: ${count} of ${labels.length} read back`);
      expect(count).toBe(labels.length);
    },
    READ_BACK_TIMEOUT_MS,
  );

  test('a label is these commands', () => {
    const label: LabelData = { ...newLabel('vial'), code: '0123-4567-Y', batch: '' };
    expect(drawZpl([label])).toBe(
      [
        '^XA^CI28',
        '^PW260^LL102^LH0,0',
        '^FO10,23^BXN,4,200^FH\\^FDV01234567Y^FS',
        '^FO78,4^A0N,24,24^FH\\^FD0123-4567-Y^FS',
        '^FO78,29^A0N,17,17^FH\\^FDPatient 1030^FS',
        '^FO78,65^A0N,17,17^FH\\^FD2026-11-18^FS',
        '^FO78,84^A0N,14,14^FH\\^FDFOR AUTOLOGOUS USE ONLY^FS',
        '^XZ\n',
      ].join('\n'),
    );
  });

  test('the label of a kit says its lot and its last day, and no batch', () => {
    const kit: LabelData = { ...newLabel('kit'), code: '0123-4567-Y', batch: 'HK-2411', note: 'Harvest kit' };
    expect(wordsOfLabel(kit)).toEqual(['K-0123-4567-Y', 'Lot HK-2411', 'Exp 2026-11-18', '', 'Harvest kit']);
    expect(wordsOfLabel({ ...kit, date: '' })).toEqual(['K-0123-4567-Y', 'Lot HK-2411', '', '', 'Harvest kit']);
  });

  test.each(HOSTILE)('the text %j gives no command and is printed as it is', (text) => {
    const plain = drawZpl([{ ...newLabel('vial'), note: 'x', batch: 'x', date: 'x', patientNumber: 'x' }]);
    const hostile = drawZpl([{ ...newLabel('vial'), note: text, batch: text, date: text, patientNumber: text }]);
    expect(commandsOf(hostile)).toEqual(commandsOf(plain));
    expect(hostile).not.toContain('~');
    expect(fieldsOf(hostile).at(-1)).toBe(text);
    expect(hostile.split('\n')).toHaveLength(plain.split('\n').length);
  });

  test('a text of 300 characters is cut', () => {
    expect(fieldsOf(drawZpl([{ ...newLabel('vial'), note: '🙂'.repeat(300) }])).at(-1)).toBe('🙂'.repeat(40));
  });
});

/** Draws these labels from a random place of the sheet on, and counts those that the reader reads. */
async function countReadBack(labels: readonly LabelData[]): Promise<number> {
  const startAt = 1 + ((randomBytes(1)[0] ?? 0) % LABELS_A_SHEET);
  const pages = renderPages(await drawSheet(labels, startAt));
  let count = 0;
  for (const [index, label] of labels.entries()) {
    const at = startAt - 1 + index;
    const page = pages[Math.floor(at / LABELS_A_SHEET)];
    if (page === undefined) throw new Error('A page is missing.');
    if ((await readCode(cropLabel(page, at % LABELS_A_SHEET))) === formatSymbolText(label)) count += 1;
  }
  return count;
}

function newLabel(kind: BenchCodeKind): LabelData {
  const code = vialCodeFrom(randomBytes(8));
  return { kind, code, patientNumber: '1030', batch: 'B-7', date: '2026-11-18', note: 'FOR AUTOLOGOUS USE ONLY' };
}

function newLabels(kind: BenchCodeKind, count: number): LabelData[] {
  return Array.from({ length: count }, () => newLabel(kind));
}

function writePdf(pdf: Buffer): string {
  const path = join(folder, `${randomBytes(6).toString('hex')}.pdf`);
  writeFileSync(path, pdf);
  return path;
}

/** The pages as a printer of 300 dpi would print them. */
function renderPages(pdf: Buffer): GreyPicture[] {
  const path = writePdf(pdf);
  askPdfTool('pdftoppm', ['-gray', '-r', String(DPI), path, path]);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((name) => name.startsWith(`${path}-`))
    .toSorted()
    .map((name) => {
      const picture = readPgm(name);
      rmSync(name);
      return picture;
    });
}

function cropLabel(page: GreyPicture, index: number): GreyPicture {
  const { left, top } = cornerOf(index);
  const dots = (inches: number) => Math.round(inches * DPI);
  return cropPicture(page, dots(left), dots(top), dots(LABEL_INCHES.width), dots(LABEL_INCHES.height));
}

/** The symbol as the printer draws it, with a white edge. */
function drawDots(text: string): GreyPicture {
  const { size, modules } = drawDataMatrix(text);
  const edge = (size + 4) * ZPL_MODULE_DOTS;
  const pixels = new Uint8Array(edge * edge).map((_, at) => {
    const [column, row] = [Math.floor((at % edge) / ZPL_MODULE_DOTS) - 2, Math.floor(at / edge / ZPL_MODULE_DOTS) - 2];
    const isInside = column >= 0 && row >= 0 && column < size && row < size;
    return isInside && modules[row * size + column] ? 0 : 255;
  });
  return { width: edge, height: edge, pixels };
}

function symbolsOf(zpl: string): string[] {
  return [...zpl.matchAll(/\^BXN,4,200\^FH\\\^FD([^^]*)\^FS/g)].map(([, data = '']) => decodeField(data));
}

function fieldsOf(zpl: string): string[] {
  return [...zpl.matchAll(/\^FD([^^]*)\^FS/g)].map(([, data = '']) => decodeField(data));
}

/** Reads a field as the printer does: hex digits after the backslash are a byte of UTF-8. */
function decodeField(data: string): string {
  const bytes = [...data.matchAll(/\\([0-9A-F]{2})|([^\\])/g)].map(([, hex, plain = '']) =>
    hex === undefined ? plain.charCodeAt(0) : Number.parseInt(hex, 16),
  );
  return Buffer.from(bytes).toString('utf8');
}

function commandsOf(zpl: string): string[] {
  return [...zpl.matchAll(/[\^~][A-Z0-9]{2}/g)].map(([command]) => command);
}

function report(words: string): void {
  process.stdout.write(`${words}\n`);
}

function fail(): never {
  throw new Error('There is no such label.');
}
