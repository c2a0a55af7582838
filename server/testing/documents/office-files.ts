import { crc32 } from 'node:zlib';

/** A package with these parts, stored uncompressed: as much of an office file as the detection reads. */
export function packageOf(names: readonly string[], content = '<x/>'): Buffer {
  const body = Buffer.from(content);
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(body.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), body]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

export const docx = packageOf(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']);
export const xlsx = packageOf(['[Content_Types].xml', 'xl/workbook.xml', 'xl/printerSettings/printerSettings1.bin']);
export const pptx = packageOf(['[Content_Types].xml', 'ppt/presentation.xml', 'ppt/embeddings/Sheet1.xlsx']);
