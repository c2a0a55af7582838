import { MOST_COLUMNS } from '@vialkeep/contract/imports.ts';
import { withoutEscapes } from '@vialkeep/contract/kernel/csv.ts';
import type { Files } from '../../../ports/files.ts';
import { type Chunk, readChunk, readChunks } from './read-chunks.ts';
import { type CsvFormat, csvRows, detectCsv, headersFrom } from './read-csv.ts';
import { detectXlsx, type XlsxFormat, xlsxRows } from './read-xlsx.ts';
import { UnreadableFile } from './unreadable.ts';

export type FileFormat = CsvFormat | XlsxFormat;

/** A row as the file has it, without the escapes of our own files; `row` counts as in a spreadsheet. */
export type FileRow = { readonly row: number; readonly cells: readonly string[] };

const ZIP = Buffer.from('504b0304', 'hex');
const OTHERS = [Buffer.from('%PDF'), Buffer.from('d0cf11e0', 'hex'), Buffer.from('1f8b', 'hex')];

/** What kind of file it is, by its content. */
export async function detectFormat(files: Files, chunks: readonly Chunk[]): Promise<FileFormat> {
  const [first] = chunks;
  if (!first) throw new UnreadableFile('This file is empty.');
  const beginning = (await readChunk(files, first)).subarray(0, 4);
  if (beginning.equals(ZIP)) return detectXlsx(files, chunks);
  if (OTHERS.some((other) => beginning.subarray(0, other.length).equals(other))) {
    throw new UnreadableFile('This is neither a CSV file nor a workbook (.xlsx).');
  }
  return detectCsv(readChunks(files, chunks));
}

/** The headers of a file, and its rows that have a value. */
export async function openRows(
  files: Files,
  chunks: readonly Chunk[],
  format: FileFormat,
): Promise<{ readonly headers: readonly string[]; readonly rows: AsyncGenerator<FileRow> }> {
  const all = format.type === 'csv' ? csvRows(readChunks(files, chunks), format) : xlsxRows(files, chunks, format);
  const first = await all.next();
  if (first.done) throw new UnreadableFile('This file is empty.');
  if (first.value.length > MOST_COLUMNS) throw new UnreadableFile(`This file has more than ${MOST_COLUMNS} columns.`);
  if (first.value.every((cell) => cell.trim() === '')) throw new UnreadableFile('The first row has no headers.');
  return { headers: headersFrom(first.value.map(withoutEscapes)), rows: rowsWithValues(all) };
}

async function* rowsWithValues(all: AsyncGenerator<readonly string[]>): AsyncGenerator<FileRow> {
  let row = 1;
  for await (const cells of all) {
    row += 1;
    if (cells.some((cell) => cell !== '' && cell.trim() !== '')) yield { row, cells: cells.map(withoutEscapes) };
  }
}
