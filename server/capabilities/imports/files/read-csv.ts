import { pipeline, Readable } from 'node:stream';
import { LONGEST_HEADER } from '@vialkeep/contract/imports.ts';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFile } from './unreadable.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type CsvFormat = {
  readonly type: 'csv';
  readonly encoding: (typeof encodings)[number];
  readonly delimiter: ',' | ';' | '\t';
};

/** A longer row is no row of a list. */
export const LONGEST_ROW = 1_000_000;
const BEGINNING = 65_536;
// oxlint-disable-next-line no-control-regex -- a header is shown and stored
const CONTROL = /[\u0000-\u001f\ufeff]/g;

/** Finds the encoding of a text by reading all of it, and its separator by its first line. */
export async function detectCsv(bytes: AsyncIterable<Buffer>): Promise<CsvFormat> {
  let beginning = Buffer.alloc(0);
  let isUtf8 = true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    if (beginning.length < BEGINNING) beginning = Buffer.concat([beginning, chunk.subarray(0, BEGINNING)]);
    if (isUtf8) isUtf8 = decodes(() => decoder.decode(chunk, { stream: true }));
  }
  if (isUtf8) isUtf8 = decodes(() => decoder.decode());
  const encoding = encodingOf(beginning, isUtf8);
  return { type: 'csv', encoding, delimiter: delimiterIn(new TextDecoder(encoding).decode(beginning)) };
}

function decodes(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

function encodingOf(beginning: Buffer, isUtf8: boolean): CsvFormat['encoding'] {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

/** The separator that the header has most of, outside quotes. */
function delimiterIn(text: string): CsvFormat['delimiter'] {
  const header = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = ([',', ';', '\t'] as const).map((sign) => ({ sign, count: header.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ',';
}

/** The rows of a CSV file, the header among them; an empty line is a row without values. */
export async function* csvRows(bytes: AsyncIterable<Buffer>, format: CsvFormat): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter: format.delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: LONGEST_ROW,
  });
  // A fault of either side ends the loop below with its error.
  pipeline(Readable.from(texts(bytes, format.encoding)), parser, () => {});
  try {
    yield* parser as AsyncIterable<readonly string[]>;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(messageOf(error));
    throw error;
  }
}

async function* texts(bytes: AsyncIterable<Buffer>, encoding: CsvFormat['encoding']): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    // Pieces, so that other calls are answered between them.
    for (let from = 0; from < chunk.length; from += BEGINNING) {
      yield Buffer.from(decoder.decode(chunk.subarray(from, from + BEGINNING), { stream: true }));
    }
  }
  yield Buffer.from(decoder.decode());
}

function messageOf({ code, lines }: CsvError & { lines?: number }): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote is opened and never closed.';
  if (code === 'CSV_MAX_RECORD_SIZE') return `A row is longer than ${LONGEST_ROW} characters.`;
  return lines === undefined ? 'The rows cannot be told apart.' : `Line ${lines} cannot be read.`;
}

/** The headers of a file: a missing one gets the number of its column, a repeated one a number of its own. */
export function headersFrom(row: readonly string[]): string[] {
  const seen = new Map<string, number>();
  const taken = new Set<string>();
  return row.map((cell, index) => {
    const name =
      cell
        .replaceAll(CONTROL, ' ')
        .trim()
        .slice(0, LONGEST_HEADER - 10)
        .toWellFormed() || `Column ${index + 1}`;
    // A key of this name is lost when the mapping is read.
    if (name === '__proto__') throw new UnreadableFile('A header cannot be __proto__. Rename it.');
    let count = seen.get(name) ?? 0;
    let header = name;
    // A column may be called `a (2)` by the file itself.
    do {
      count += 1;
      header = count === 1 ? name : `${name} (${count})`;
    } while (taken.has(header));
    seen.set(name, count);
    taken.add(header);
    return header;
  });
}
