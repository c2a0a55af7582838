import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { Files } from '../../../ports/files.ts';
import { type Chunk, readChunk } from './read-chunks.ts';

/** Reads ranges of a file in parts, one part at a time in memory. */
class ChunkedReader extends yauzl.RandomAccessReader {
  readonly #files: Files;
  readonly #chunks: readonly Chunk[];
  #kept: { readonly n: number; readonly bytes: Buffer } | null = null;

  constructor(files: Files, chunks: readonly Chunk[]) {
    super();
    this.#files = files;
    this.#chunks = chunks;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end));
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    let from = 0;
    for (const chunk of this.#chunks) {
      const until = from + chunk.bytes;
      if (until > start && from < end) {
        if (this.#kept?.n !== chunk.n) this.#kept = { n: chunk.n, bytes: await readChunk(this.#files, chunk) };
        yield this.#kept.bytes.subarray(Math.max(0, start - from), Math.min(chunk.bytes, end - from));
      }
      from = until;
    }
  }
}

/** Opens a ZIP by its directory. An entry that unpacks to another size than it says fails while it is read. */
export function openZip(files: Files, chunks: readonly Chunk[]): Promise<yauzl.ZipFile> {
  const size = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
  return yauzl.fromRandomAccessReaderPromise(new ChunkedReader(files, chunks), size, { autoClose: false });
}
