import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const BLOCK_BYTES = 512;
/** The byte of a gzip header that names the operating system, and the value for one that is not named. */
const GZIP_SYSTEM_AT = 9;
const GZIP_SYSTEM_UNKNOWN = 255;
const LONGEST_NAME = 100;

export type PackedFile = { readonly name: string; readonly bytes: Buffer };

/**
 * Packs files into a gzipped tar as npm expects it, below `package/`. Owner, time and system are the same everywhere, so
 * that the same files give the same bytes.
 */
export async function packTarball(files: readonly PackedFile[]): Promise<Buffer> {
  const blocks = files.flatMap(({ name, bytes }) => [headerOf(`package/${name}`, bytes.length), padBlock(bytes)]);
  const end = Buffer.alloc(2 * BLOCK_BYTES);
  const packed = await promisify(gzip)(Buffer.concat([...blocks, end]), { level: 9 });
  packed[GZIP_SYSTEM_AT] = GZIP_SYSTEM_UNKNOWN;
  return packed;
}

/** The header of a file in the format of POSIX.1-1988 (ustar). */
function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new RangeError(`The name ${name} is too long for a tar.`);
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(0, 11), 136);
  // The checksum is computed with spaces in its place.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function padBlock(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES)]);
}
