import { crc32, deflateRawSync } from 'node:zlib';

const DEFLATED = 8;

/** A ZIP of these files, compressed. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const body = Buffer.from(content);
    const packed = deflateRawSync(body);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(DEFLATED, 4);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

type Sheet = {
  /** The rows as they stand in the file: `<row><c t="str"><v>A</v></c></row>`. */
  readonly rows: string;
  readonly isHidden?: boolean;
};

/** A workbook of these sheets, the first of which is read unless it is hidden. */
export function workbookOf(sheets: readonly Sheet[], { date1904 = false } = {}): Buffer {
  const listed = sheets.map(
    ({ isHidden }, n) =>
      `<sheet name="S${n}" sheetId="${n + 1}" ${isHidden ? 'state="hidden" ' : ''}r:id="r${n}" xmlns:r="rel"/>`,
  );
  const targets = sheets.map((_, n) => `<Relationship Id="r${n}" Target="worksheets/sheet${n}.xml"/>`);
  return zipOf({
    'xl/workbook.xml': `<workbook><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

/** A row of a sheet; a number is a number of the sheet, such as the serial number of a day. */
export function sheetRow(...cells: readonly (string | number)[]): string {
  const written = cells.map((cell) =>
    typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="str"><v>${cell}</v></c>`,
  );
  return `<row>${written.join('')}</row>`;
}
