import { Sha256 } from './sha256.ts';

/** Small enough that the page answers between two slices, also on a slow machine. */
const SLICE_BYTES = 512 * 1024;

/** The file on the disk was changed, moved or removed after it was chosen, so the browser cannot read it. */
export class FileUnreadable extends Error {
  constructor() {
    super('The file has been changed or moved since it was chosen. Choose it again.');
    this.name = 'FileUnreadable';
  }
}

type Watch = { signal?: AbortSignal; onRead?: (bytes: number) => void };

/** The SHA-256 of a file in hexadecimal. The memory holds one slice, whatever the size of the file. */
export async function hashFile(file: Blob, { signal, onRead }: Watch = {}): Promise<string> {
  const hash = new Sha256();
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    signal?.throwIfAborted();
    const slice = await readBytes(file.slice(at, at + SLICE_BYTES));
    hash.add(slice);
    onRead?.(at + slice.length);
  }
  return hash.end();
}

/** Throws `FileUnreadable` where the browser can no longer read the file. */
export async function readBytes(part: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    throw new FileUnreadable();
  }
}
