import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

/** Text or bytes. A chunk of bytes must stay unchanged until the next one is asked for. */
type Content = AsyncIterable<string | Uint8Array>;

export type ZipEntry = { readonly name: string; readonly content: Content };

type Written = { name: Buffer; crc: number; packed: number; size: number; at: number };

/** Fast rather than small, because the user waits for the report. */
const LEVEL = 1;
const CHUNK_BYTES = 64 * 1024;
const LARGEST = 0xffff_ffff;

/** Sizes and checksum follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, the earliest date that the format can express; all entries have the same. */
const DOS_DATE = 0x0021;

/** Streams a zip file in constant memory. */
export async function* streamZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at };
    const head = localHeader(entry);
    yield head;
    for await (const chunk of deflateContent(content, entry)) {
      entry.packed += chunk.length;
      yield chunk;
    }
    const tail = descriptor(entry);
    yield tail;
    at += head.length + entry.packed + tail.length;
    if (at > LARGEST || entry.size > LARGEST) throw new RangeError('A zip of this kind ends at 4 GiB.');
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield Buffer.concat([directory, endOfDirectory(written.length, directory.length, at)]);
}

/**
 * Yields the compressed content and records its sizes and checksum in the entry. When the reader stops, compression
 * stops too.
 */
async function* deflateContent(content: Content, entry: Written): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK_BYTES });
  // An error of the source reaches the reader through the compressor.
  feed(content, entry, packer).catch((error: Error) => packer.destroy(error));
  try {
    yield* packer;
  } finally {
    packer.destroy();
  }
}

/** Encodes the text into one reused buffer; new buffers would wait long for garbage collection. */
async function feed(content: Content, entry: Written, packer: DeflateRaw): Promise<void> {
  const room = Buffer.allocUnsafe(CHUNK_BYTES);
  const encoder = new TextEncoder();
  const take = (bytes: Uint8Array): Promise<boolean> => {
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    return writeToPacker(packer, bytes);
  };
  for await (const chunk of content) {
    if (typeof chunk !== 'string') {
      if (!(await take(chunk))) return;
      continue;
    }
    for (let at = 0; at < chunk.length; ) {
      const { read, written } = encoder.encodeInto(chunk.slice(at), room);
      at += read;
      if (!(await take(room.subarray(0, written)))) return;
    }
  }
  packer.end();
}

/** Resolves once the compressor has consumed these bytes and the buffer is free; false where the reader has stopped. */
function writeToPacker(packer: DeflateRaw, bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => packer.write(bytes, (error) => resolve(!error)));
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function directoryEntry({ name, crc, packed, size, at }: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATED, 10);
  head.writeUInt16LE(DOS_DATE, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(packed, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(at, 42);
  return Buffer.concat([head, name]);
}

function endOfDirectory(entries: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
