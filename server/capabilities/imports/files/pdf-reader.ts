import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import type { Db } from '../../../kernel/db/db.ts';
import type { Files } from '../../../ports/files.ts';
import type { PdfsFormat } from './list-pdfs.ts';
import { openZip } from './open-zip.ts';
import { chunksOf, readChunks } from './read-chunks.ts';

type OpenZip = { readonly fileId: number; readonly zip: ZipFile; readonly entries: readonly Entry[] };

/** Reads PDFs of an import. One ZIP is open at a time, so those who read many ask for them file by file. */
export class PdfReader {
  readonly #db: Db;
  readonly #files: Files;
  #open: OpenZip | null = null;

  constructor(db: Db, files: Files) {
    this.#db = db;
    this.#files = files;
  }

  /** The bytes of a PDF, or null where its ZIP cannot be unpacked. */
  async read(fileId: number, n: number): Promise<Buffer | null> {
    const { format } = await this.#db
      .selectFrom('import_files')
      .select('format')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow();
    const chunks = await chunksOf(this.#db, fileId);
    // @NOTE it was written from this type when the file was completed.
    if ((format as PdfsFormat).type === 'pdf') return Buffer.concat(await listOf(readChunks(this.#files, chunks)));
    if (this.#open?.fileId !== fileId) {
      this.close();
      const zip = await openZip(this.#files, chunks);
      this.#open = { fileId, zip, entries: await listOf(zip.eachEntry()) };
    }
    const { zip, entries } = this.#open;
    const entry = entries[n];
    if (!entry) return null;
    try {
      return await buffer(await zip.openReadStreamPromise(entry));
    } catch (error) {
      if (isOfZip(error)) return null;
      throw error;
    }
  }

  close(): void {
    this.#open?.zip.close();
    this.#open = null;
  }
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** What the unpacking says, and not the file store. */
function isOfZip(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('Z_') || code === 'ERR_TRAILING_JUNK_AFTER_STREAM_END' || (code === '' && error.name === 'Error')
  );
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
