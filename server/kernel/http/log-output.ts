import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;
/** A pipe takes so many bytes as a whole; larger writes of several processes could be mixed within a line. */
const WRITE_BYTES = 4_096;
/** While the reader of the log does not read, lines beyond this are dropped: memory must not grow without limit. */
const MOST_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 100;
/** How often an ending process tries to write to a reader that does not read, and how long it pauses between. */
const LAST_TRIES = 20;
const LAST_PAUSE_MS = 10;
const NEWLINE = 0x0a;

export type LogOutput = { readonly write: (line: string) => void };

/**
 * Writes each line at once, or with `bufferMs` several lines together; the rest when the process exits. Lines that cannot
 * be written, to a full disk or a closed pipe, are dropped: a log must not end the server or keep it from ending.
 */
export function logOutput(bufferMs: number): LogOutput {
  let lines: string[] = [];
  let length = 0;
  let unwritten: Buffer = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, ms).unref();
  };

  function flush(): void {
    const bytes = Buffer.concat([unwritten, Buffer.from(lines.join(''))]);
    lines = [];
    length = 0;
    const rest = bytes.subarray(writeLines(bytes));
    unwritten = rest.length > MOST_BYTES ? Buffer.alloc(0) : rest;
    if (unwritten.length > 0) schedule(RETRY_MS);
  }

  process.once('exit', () => {
    flush();
    for (let tries = 0; unwritten.length > 0 && tries < LAST_TRIES; tries += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_PAUSE_MS);
      flush();
    }
  });

  return {
    write(line) {
      lines.push(line);
      length += line.length;
      if (bufferMs === 0 || length >= WRITE_BYTES) flush();
      else schedule(bufferMs);
    },
  };
}

/** Returns how many bytes need no further try: those that were written, or all where no try can succeed. */
function writeLines(bytes: Buffer): number {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(STANDARD_OUTPUT, bytes, at, endOfWrite(bytes, at) - at);
  } catch (error) {
    const isReaderSlow = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (!isReaderSlow) return bytes.length;
  }
  return at;
}

/** As many whole lines as one write takes, or one long line. */
function endOfWrite(bytes: Buffer, from: number): number {
  if (bytes.length - from <= WRITE_BYTES) return bytes.length;
  const last = bytes.lastIndexOf(NEWLINE, from + WRITE_BYTES - 1);
  return last >= from ? last + 1 : bytes.indexOf(NEWLINE, from) + 1 || bytes.length;
}
