import type { FileType } from '@vialkeep/contract/kernel/route.ts';

type OfficeType = Extract<FileType, 'docx' | 'xlsx' | 'pptx'>;

/** The part that makes a package a document, a workbook or a presentation. */
const mainParts: Readonly<Record<string, OfficeType>> = {
  'word/document.xml': 'docx',
  'xl/workbook.xml': 'xlsx',
  'ppt/presentation.xml': 'pptx',
};

/**
 * The office type of a package, by the names in its directory; nothing is unpacked. A package with active content
 * (macros, controls, embedded programs) is not accepted as an office file.
 */
export function officeTypeOf(bytes: Buffer): OfficeType | null {
  if (bytes.length < FIRST_ENTRY.length || !bytes.subarray(0, FIRST_ENTRY.length).equals(FIRST_ENTRY)) return null;
  const names = namesIn(bytes);
  if (!names?.includes('[Content_Types].xml') || names.some((name) => ACTIVE_PART.test(name))) return null;
  const parts = Object.keys(mainParts).filter((part) => names.includes(part));
  const [main] = parts;
  return parts.length === 1 && main !== undefined ? (mainParts[main] ?? null) : null;
}

const FIRST_ENTRY = Buffer.from('PK\x03\x04', 'latin1');
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
const MOST_ENTRIES = 5_000;

const ACTIVE_PART = /vbaProject|vbaData|\/activeX\/|\/embeddings\/oleObject|\.(?:exe|dll|js|vbs|html?)$/i;

/** The names in a package's directory; null when it does not match the record at the end of the file exactly. */
function namesIn(bytes: Buffer): string[] | null {
  // A trailing comment could hide another file, so none is accepted.
  const end = bytes.length - END_BYTES;
  if (end < 0 || bytes.readUInt32LE(end) !== END || bytes.readUInt16LE(end + 20) !== 0) return null;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0 || count > MOST_ENTRIES || at + bytes.readUInt32LE(end + 12) !== end) return null;

  const names: string[] = [];
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) return null;
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + ENTRY_BYTES, nameEnd));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return at === end ? names : null;
}
