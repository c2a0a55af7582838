import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Returns a valid PNG of random pixels, about three bytes per pixel. */
export function noisePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each for red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const lines = Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), randomBytes(width * 3)]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
