import { Readable } from 'node:stream';
import { describeError, type Logger } from '../../log.ts';
import type { StreamedFile } from '../handle.ts';

export type Chunk = string | Uint8Array;

type Streamed = {
  readonly fileName: string;
  readonly mediaType: string;
  readonly chunks: AsyncGenerator<Chunk>;
};

/** How many bytes wait for a slow reader before the generation pauses. */
const AHEAD_BYTES = 64 * 1024;

/**
 * A file that is generated while it is sent, at the reader's pace, and stops when the reader disconnects. An error cuts
 * the connection, so that a partial file never looks complete. The first part is generated before the answer starts: an
 * immediate error is refused like any other call.
 */
export async function streamedFile(
  { requestId, log }: { readonly requestId: string; readonly log: Logger },
  { fileName, mediaType, chunks }: Streamed,
): Promise<StreamedFile> {
  const first = await chunks.next();
  const stream = Readable.from(whole(first, chunks), { objectMode: false, highWaterMark: AHEAD_BYTES });
  // Also covers a stream that is never read: its generator would not notice the end.
  stream.once('close', () => void chunks.return(undefined).catch(() => {}));
  return { stream, mediaType, fileName };

  async function* whole(begun: IteratorResult<Chunk>, rest: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
    try {
      if (!begun.done) yield begun.value;
      yield* rest;
    } catch (error) {
      // Without a reader the query is cancelled, which is no failure.
      if (!stream.destroyed) log.error({ request: requestId, error: describeError(error) }, 'a file broke off');
      // oxlint-disable-next-line preserve-caught-error -- the framework writes it down, and it may quote a row
      throw new Error('The file broke off.');
    } finally {
      await rest.return(undefined);
    }
  }
}
