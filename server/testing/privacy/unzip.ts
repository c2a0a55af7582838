import { crc32, inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;

/** The entries of a zip file by their names; throws where a size or checksum is wrong. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.length - 22;
  if (file.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('This is not a zip file.');
  const entries = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const start = file.readUInt32LE(at + 42);
    const content = start + 30 + file.readUInt16LE(start + 26);
    const bytes = inflateRawSync(file.subarray(content, content + file.readUInt32LE(at + 20)));
    if (bytes.length !== file.readUInt32LE(at + 24) || crc32(bytes) !== file.readUInt32LE(at + 16)) {
      throw new Error(`${name} is damaged.`);
    }
    entries.set(name, bytes);
    at += 46 + nameLength;
  }
  return entries;
}
