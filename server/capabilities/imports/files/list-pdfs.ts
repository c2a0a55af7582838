import { UPLOAD_LIMIT_BYTES } from '@vialkeep/contract/kernel/route.ts';
import type { Entry } from 'yauzl';
import type { Files } from '../../../ports/files.ts';
import { openZip } from './open-zip.ts';
import { type Chunk, ChunkLost, readChunk } from './read-chunks.ts';
import { UnreadableFile } from './unreadable.ts';

export type PdfsFormat = { readonly type: 'pdf' | 'zip' };

export type PdfFault = 'not_a_pdf' | 'too_long';

/** A PDF by itself or in a ZIP; `n` is its place there. */
export type ListedPdf = {
  readonly n: number;
  readonly name: string;
  readonly bytes: number;
  /** What its name and size say already; its content is read by the check. */
  readonly fault: PdfFault | null;
};

export type PdfList = { readonly format: PdfsFormat; readonly pdfs: readonly ListedPdf[] };

const MOST_PDFS = 20_000;
const LONGEST_NAME = 300;
/** PDFs are packed already, so that a ZIP of them grows little; one that grows more was made to fill the disk. */
const MOST_GROWTH = 50;
const FIRST_ENTRY = Buffer.from('504b0304', 'hex');
/** What file managers add to a ZIP unasked. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;
const ARCHIVE = /\.(?:zip|7z|rar|tar|t?gz|bz2|xz)$/i;
const BAD_NAME = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s;
// oxlint-disable-next-line no-control-regex -- they are what it replaces
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** Lists what a file of PDFs holds, by its beginning or by the directory of its ZIP. Nothing is unpacked. */
export async function listPdfs(
  files: Files,
  chunks: readonly Chunk[],
  { name, bytes }: { readonly name: string; readonly bytes: number },
): Promise<PdfList> {
  const [first] = chunks;
  if (!first) throw new UnreadableFile('This file is empty.');
  const beginning = await readChunk(files, first);
  if (beginning.subarray(0, 4).equals(FIRST_ENTRY)) {
    return { format: { type: 'zip' }, pdfs: await listZip(files, chunks, bytes) };
  }
  if (!beginning.subarray(0, 5).equals(Buffer.from('%PDF-'))) {
    throw new UnreadableFile('This is neither a PDF nor a ZIP of PDFs.');
  }
  if (bytes > UPLOAD_LIMIT_BYTES)
    throw new UnreadableFile(`A PDF can have ${UPLOAD_LIMIT_BYTES / 1024 ** 2} MB at most.`);
  return { format: { type: 'pdf' }, pdfs: [{ n: 0, name: plainName(name), bytes, fault: null }] };
}

async function listZip(files: Files, chunks: readonly Chunk[], bytes: number): Promise<ListedPdf[]> {
  const pdfs: ListedPdf[] = [];
  const known = new Set<string>();
  let unpacked = 0;
  try {
    const zip = await openZip(files, chunks);
    let n = -1;
    for await (const entry of zip.eachEntry()) {
      n += 1;
      if (n > 2 * MOST_PDFS) throw new UnreadableFile(`A ZIP can hold ${MOST_PDFS} PDFs at most.`);
      unpacked += entry.uncompressedSize;
      const name = plainName(entry.fileName);
      if (name.endsWith('/') || HIDDEN.test(name)) continue;
      requirePlainEntry(entry, name);
      if (known.has(name.toLowerCase())) throw new UnreadableFile(`Two files of this ZIP are named ${name}.`);
      known.add(name.toLowerCase());
      pdfs.push({ n, name, bytes: entry.uncompressedSize, fault: faultOf(entry, name) });
    }
    zip.close();
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof ChunkLost) throw error;
    const outside = error instanceof Error ? BAD_NAME.exec(error.message)?.[1] : undefined;
    throw new UnreadableFile(
      outside === undefined
        ? 'This ZIP cannot be read.'
        : `This ZIP has a file with a forbidden name: ${plainName(outside)}.`,
    );
  }
  if (pdfs.length === 0) throw new UnreadableFile('This ZIP holds no PDFs.');
  if (pdfs.length > MOST_PDFS) throw new UnreadableFile(`A ZIP can hold ${MOST_PDFS} PDFs at most.`);
  if (unpacked > MOST_GROWTH * bytes) throw new UnreadableFile('This ZIP unpacks to far more than PDFs would.');
  return pdfs;
}

function requirePlainEntry(entry: Entry, name: string): void {
  if (name.length > LONGEST_NAME) throw new UnreadableFile(`A name in this ZIP is too long: ${name.slice(0, 60)}…`);
  if (entry.isEncrypted()) throw new UnreadableFile(`${name} is protected by a password. Send the ZIP without one.`);
  if (ARCHIVE.test(name)) throw new UnreadableFile(`${name} is an archive within the ZIP. Send it by itself.`);
}

function faultOf(entry: Entry, name: string): PdfFault | null {
  if (!/\.pdf$/i.test(name) || !entry.canDecodeFileData()) return 'not_a_pdf';
  return entry.uncompressedSize > UPLOAD_LIMIT_BYTES ? 'too_long' : null;
}

/** A name as it is compared and shown: composed letters, without what a screen cannot show. */
export function plainName(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(CONTROL, '\ufffd')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toWellFormed();
}
