import { Readable } from 'node:stream';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { describeError, type Logger } from '../../log.ts';
import { acquireExportSlot } from '../exports-at-once.ts';
import type { StreamedFile } from '../handle.ts';

type Chunk = string | Uint8Array;

type ExportRequest = { readonly by: UserId; readonly requestId: string; readonly log: Logger };

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
  { by, requestId, log }: ExportRequest,
  { fileName, mediaType, chunks }: Streamed,
): Promise<StreamedFile> {
  const end = acquireExportSlot(by);
  try {
    const first = await chunks.next();
    const stream = Readable.from(whole(log, requestId, first, chunks), {
      objectMode: false,
      highWaterMark: AHEAD_BYTES,
    });
    // Also covers a stream that is never read: its generator would not notice the end.
    stream.once('close', () => {
      end();
      void chunks.return(undefined);
    });
    return { stream, mediaType, fileName };
  } catch (error) {
    end();
    throw error;
  }
}

async function* whole(
  log: Logger,
  requestId: string,
  first: IteratorResult<Chunk>,
  rest: AsyncGenerator<Chunk>,
): AsyncGenerator<Chunk> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } catch (error) {
    log.error({ request: requestId, error: describeError(error) }, 'a file broke off');
    // oxlint-disable-next-line preserve-caught-error -- the framework writes it down, and it may quote a row
    throw new Error('The file broke off.');
  } finally {
    await rest.return(undefined);
  }
}
