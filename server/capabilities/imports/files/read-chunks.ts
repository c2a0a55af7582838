import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Db } from '../../../kernel/db/db.ts';
import type { Files } from '../../../ports/files.ts';

export type Chunk = {
  readonly n: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly stored_name: string;
};

/** The parts that have arrived. */
export function chunksOf(db: Db, fileId: number): Promise<Chunk[]> {
  return db
    .selectFrom('import_chunks')
    .select(['n', 'bytes', 'sha256', 'stored_name'])
    .where('file_id', '=', fileId)
    .where('is_stored', '=', true)
    .orderBy('n')
    .execute();
}

/** A stored part that is missing or was changed outside the product. */
export class ChunkLost extends Error {
  override readonly name = 'ChunkLost';
}

export async function readChunk(files: Files, chunk: Chunk): Promise<Buffer> {
  const kept = await files.open(chunk.stored_name);
  const bytes = kept && (await buffer(kept.stream));
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== chunk.sha256) {
    throw new ChunkLost('A part of this file is missing on the server. Remove the file and send it again.');
  }
  return bytes;
}

/** The bytes of a file, one part at a time in memory. */
export async function* readChunks(files: Files, chunks: readonly Chunk[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await readChunk(files, chunk);
}
