import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex, type Readable } from 'node:stream';
import { refuse } from '../http/refuse.ts';
import { asStorageFailure, prepareIncoming } from './incoming.ts';

/** A body that has come whole and lies on disk. Whoever received it closes it. */
export type SpooledBody = { read(): Promise<Buffer>; close(): Promise<void> };

export type Spool = {
  /** Takes a body to its end; refuses one that is longer than this. */
  receive(body: Readable, mostBytes: number): Promise<SpooledBody>;
};

/** Bodies wait on disk until they are whole: a hundred slow senders take a hundred files and next to no memory. */
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

/** Its name is removed at once, so that the disk has its room back however this process ends. */
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

/** To its end, also when it is refused: what is left unread would hold the connection up. */
async function drain(body: Readable, file: FileHandle, mostBytes: number): Promise<number> {
  let length = 0;
  let failure: unknown = null;
  try {
    // @NOTE A request without an encoding gives bytes; its type leaves open what comes.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= mostBytes && failure === null) failure = await failureToWrite(file, chunk);
      if (isFromNetwork(body)) giveBack(chunk);
    }
  } catch {
    // The sender has hung up.
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

/** Whether the chunks are nobody else's: what a test hands over instead of a request may still be used there. */
function isFromNetwork(body: Readable): boolean {
  return 'socket' in body && body.socket instanceof Duplex;
}

/**
 * Frees the memory of a chunk that came from the network and is written. Left to the collector, up to 64 megabytes of
 * them would wait for it. What shares its memory with others is left alone.
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
