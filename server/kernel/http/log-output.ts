import { type DestinationStream, destination } from 'pino';

const STANDARD_OUTPUT = 1;
/** A longer buffer is written at once. */
const WRITE_BYTES = 8 * 1024;
/** While the reader of the log does not read, lines beyond this are dropped: memory must not grow without limit. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Writes each line at once, or with `bufferMs` several lines together; what is buffered is written when the process exits. */
export function logOutput(bufferMs: number): DestinationStream {
  if (bufferMs === 0) return destination({ dest: STANDARD_OUTPUT, sync: true });
  return destination({
    dest: STANDARD_OUTPUT,
    sync: false,
    minLength: WRITE_BYTES,
    maxLength: MOST_BYTES,
    periodicFlush: bufferMs,
  });
}
