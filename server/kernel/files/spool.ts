import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex, type Readable } from 'node:stream';
import { refuse } from '../http/refuse.ts';
import { asStorageFailure, prepareIncoming } from './incoming.ts';

/** A complete body on disk. The receiver closes it. */
export type SpooledBody = { read(): Promise<Buffer>; close(): Promise<void> };

export type Spool = {
  /** Reads a body to its end; refuses one over the limit. */
  receive(body: Readable, mostBytes: number): Promise<SpooledBody>;
};

/**
 * Bodies are spooled to disk until they are complete: a hundred slow senders use a hundred files and next to no memory.
 */
export async function openSpool(folder: string): Promise<Spool> {
  await prepareIncoming(folder);
  return {
    async receive(body, mostBytes) {
      const file = await openUnnamed(folder);
      try {
        const length = await drain(body, file, mostBytes);
        if (length > mostBytes) throw refuse('too_large');
        return { read: () => readWhole(file, length), close: () => file.close() };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  };
}

/** Removes the file's name at once, so that the disk space is freed however this process ends. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, `${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    throw asStorageFailure(error);
  });
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads to the end even when the body is refused: unread bytes would block the connection. */
async function drain(body: Readable, file: FileHandle, mostBytes: number): Promise<number> {
  let length = 0;
  let failure: unknown = null;
  try {
    // @NOTE a request without an encoding yields buffers; its type does not say so.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= mostBytes && failure === null) failure = await failureToWrite(file, chunk);
      if (isFromNetwork(body)) giveBack(chunk);
    }
  } catch {
    // The sender has disconnected.
    unreadable();
  }
  if (failure instanceof Error) throw failure;
  return length;
}

async function failureToWrite(file: FileHandle, chunk: Buffer): Promise<unknown> {
  try {
    await file.writeFile(chunk);
    return null;
  } catch (error) {
    return asStorageFailure(error);
  }
}

/** Whether the chunks belong to this request only: a test may pass a stream whose chunks it still uses. */
function isFromNetwork(body: Readable): boolean {
  return 'socket' in body && body.socket instanceof Duplex;
}

/**
 * Frees the memory of a written network chunk at once. The garbage collector would let up to 64 megabytes of them
 * accumulate. Chunks that share their memory are skipped.
 */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

async function readWhole(file: FileHandle, length: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(whole, at, length - at, at);
    if (bytesRead === 0) throw new Error('A body on disk is shorter than what was written.');
    at += bytesRead;
  }
  return whole;
}

export function unreadable(): never {
  throw refuse('invalid_input', { message: 'The request could not be read.' });
}
