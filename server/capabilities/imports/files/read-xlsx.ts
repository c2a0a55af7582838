import type { Readable } from 'node:stream';
import { MOST_COLUMNS } from '@vialkeep/contract/imports.ts';
import { SaxesParser } from 'saxes';
import type { Entry } from 'yauzl';
import type { Files } from '../../../ports/files.ts';
import { openZip } from './open-zip.ts';
import type { Chunk } from './read-chunks.ts';
import { LONGEST_ROW } from './read-csv.ts';
import { UnreadableFile } from './unreadable.ts';

/** `date1904`: the serial numbers of days begin in 1904. */
export type XlsxFormat = { readonly type: 'xlsx'; readonly date1904: boolean; readonly sheet: string };

const MOST_ROWS = 200_000;
const MOST_UNPACKED_BYTES = 512 * 1024 * 1024;
const MOST_BETWEEN_TAGS = 4 * LONGEST_ROW;
/** Texts that cells share are in memory while the sheet is read. */
const MOST_SHARED_CHARACTERS = 32 * 1024 * 1024;
const ROW_TOO_LONG = `A row is longer than ${LONGEST_ROW} characters.`;
const SAVE_AS_CSV = 'This workbook is too large. Save it as CSV.';
const NO_WORKBOOK = 'This is not a workbook. Save it as CSV.';

type Archive = { read(name: string): Promise<AsyncIterable<Buffer> | null>; close(): void };

async function openArchive(files: Files, chunks: readonly Chunk[]): Promise<Archive> {
  try {
    const zip = await openZip(files, chunks);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size > 2_000) throw new UnreadableFile(SAVE_AS_CSV);
      entries.set(entry.fileName, entry);
    }
    let unpacked = 0;
    return {
      close: () => zip.close(),
      async read(name) {
        const entry = entries.get(name);
        if (!entry) return null;
        const stream = await zip.openReadStreamPromise(entry).catch(() => {
          throw new UnreadableFile(NO_WORKBOOK);
        });
        return countBytes(stream, (bytes) => {
          unpacked += bytes;
          if (unpacked > MOST_UNPACKED_BYTES) throw new UnreadableFile(SAVE_AS_CSV);
        });
      },
    };
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(NO_WORKBOOK);
  }
}

async function* countBytes(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  // @NOTE a stream without an encoding yields buffers; its type does not say so.
  for await (const piece of stream as AsyncIterable<Buffer>) {
    count(piece.length);
    yield piece;
  }
}

type Tag = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };
type Listener = { open?: (tag: Tag) => void; text?: (text: string) => void; close?: (name: string) => void };

/** Parses XML piece by piece; `afterPiece` runs between the pieces. Names are without their prefix. */
async function* parseXml<T>(bytes: AsyncIterable<Buffer>, on: Listener, afterPiece: () => T[]): AsyncGenerator<T> {
  const parser = new SaxesParser({ position: false });
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  // The parser keeps all that stands between two tags in memory.
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    // @NOTE attributes are texts where the parser does not resolve namespaces.
    on.open?.({ name: localName(name), attributes: attributes as Record<string, string> });
  });
  parser.on('text', (text) => on.text?.(text));
  parser.on('cdata', (text) => on.text?.(text));
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    on.close?.(localName(name));
  });
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const piece of bytes) {
      sinceTag += piece.length;
      parser.write(decoder.decode(piece, { stream: true }));
      if (sinceTag > MOST_BETWEEN_TAGS) throw new UnreadableFile(SAVE_AS_CSV);
      if (failure) throw new UnreadableFile(NO_WORKBOOK);
      yield* afterPiece();
    }
    parser.close();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(NO_WORKBOOK);
  }
  if (failure) throw new UnreadableFile(NO_WORKBOOK);
  yield* afterPiece();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

async function readXml(bytes: AsyncIterable<Buffer>, on: Listener): Promise<void> {
  for await (const _ of parseXml(bytes, on, () => []));
}

/** Finds the first sheet that is shown, and how the workbook counts days. */
export async function detectXlsx(files: Files, chunks: readonly Chunk[]): Promise<XlsxFormat> {
  const archive = await openArchive(files, chunks);
  try {
    const workbook = await archive.read('xl/workbook.xml');
    const relations = await archive.read('xl/_rels/workbook.xml.rels');
    if (!workbook || !relations) throw new UnreadableFile(NO_WORKBOOK);
    let date1904 = false;
    let sheetId: string | null = null;
    await readXml(workbook, {
      open({ name, attributes }) {
        if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
        if (name === 'sheet' && sheetId === null && (attributes.state ?? 'visible') === 'visible') {
          sheetId = attributes['r:id'] ?? null;
        }
      },
    });
    let sheet: string | null = null;
    await readXml(relations, {
      open({ name, attributes: { Id, Target = '' } }) {
        if (name === 'Relationship' && Id === sheetId)
          sheet = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
      },
    });
    if (sheet === null) throw new UnreadableFile(NO_WORKBOOK);
    return { type: 'xlsx', date1904, sheet };
  } finally {
    archive.close();
  }
}

/** The rows of the sheet, the header among them; a row that is left out in the file is a row without values. */
export async function* xlsxRows(
  files: Files,
  chunks: readonly Chunk[],
  { sheet }: XlsxFormat,
): AsyncGenerator<readonly string[]> {
  const archive = await openArchive(files, chunks);
  try {
    const strings = await sharedTexts(await archive.read('xl/sharedStrings.xml'));
    const bytes = await archive.read(sheet);
    if (!bytes) throw new UnreadableFile(NO_WORKBOOK);
    yield* sheetRows(bytes, strings);
  } finally {
    archive.close();
  }
}

async function sharedTexts(bytes: AsyncIterable<Buffer> | null): Promise<string[]> {
  const texts: string[] = [];
  if (!bytes) return texts;
  let current: string | null = null;
  let isText = false;
  let characters = 0;
  await readXml(bytes, {
    open({ name }) {
      if (name === 'si') current = '';
      // The text of a phonetic guide is not the cell's.
      isText = name === 't';
    },
    text(text) {
      if (current === null || !isText) return;
      current += text;
      characters += text.length;
      if (characters > MOST_SHARED_CHARACTERS) throw new UnreadableFile(SAVE_AS_CSV);
    },
    close(name) {
      if (name === 't') isText = false;
      if (name !== 'si') return;
      texts.push(current ?? '');
      current = null;
    },
  });
  return texts;
}

async function* sheetRows(bytes: AsyncIterable<Buffer>, strings: readonly string[]): AsyncGenerator<readonly string[]> {
  let ready: (readonly string[])[] = [];
  let cells: string[] = [];
  let count = 0;
  let rowNumber = 0;
  let column = 0;
  let type = '';
  let value = '';
  let isValue = false;
  const addRow = (row: readonly string[]) => {
    count += 1;
    if (count > MOST_ROWS + 1) throw new UnreadableFile(SAVE_AS_CSV);
    ready.push(row);
  };
  let characters = 0;
  const addCell = (text: string) => {
    // Cells beyond the last column share a place: a header with one is refused, and a row stays short.
    cells[Math.min(column, MOST_COLUMNS + 1) - 1] = text;
    characters += text.length;
    if (characters > LONGEST_ROW) throw new UnreadableFile(ROW_TOO_LONG);
  };
  const listener: Listener = {
    open({ name, attributes }) {
      if (name === 'row') {
        characters = 0;
        rowNumber = attributes.r === undefined ? count + 1 : Number(attributes.r);
        if (!Number.isInteger(rowNumber) || rowNumber > 1_048_576) throw new UnreadableFile(NO_WORKBOOK);
        cells = [];
        column = 0;
        while (count + 1 < rowNumber) addRow([]);
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnIn(attributes.r);
        type = attributes.t ?? 'n';
        value = '';
      }
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue) value += text;
      if (value.length > LONGEST_ROW) throw new UnreadableFile(ROW_TOO_LONG);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') {
        if (value !== '') addCell(textOf(type, value, strings));
      } else if (name === 'row') addRow(Array.from(cells, (cell) => cell ?? ''));
    },
  };
  yield* parseXml(bytes, listener, () => {
    const rows = ready;
    ready = [];
    return rows;
  });
}

function textOf(type: string, value: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'yes' : 'no';
  return value;
}

/** The number of a column by a reference such as 'AB12'; A is 1. */
function columnIn(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (!letters) throw new UnreadableFile(NO_WORKBOOK);
  return [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0);
}
