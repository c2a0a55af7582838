import { ParseSpeeds, PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib';

export type PdfProblem = 'empty' | 'not_a_pdf' | 'broken' | 'encrypted' | 'no_pages' | 'active_content';

/** Time and memory depend on the file's author, so run this only under limits for both. */
export async function inspectPdf(bytes: Buffer): Promise<{ pages: number } | { problem: PdfProblem }> {
  if (bytes.length === 0) return { problem: 'empty' };
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return { problem: 'not_a_pdf' };
  // The library repairs truncated files, and would accept half a document as a whole one.
  if (bytes.subarray(-END_WITHIN).lastIndexOf('%%EOF') < 0) return { problem: 'broken' };
  try {
    // Strict: an object that this library cannot parse may be active in another reader.
    const document = await PDFDocument.load(bytes, { ...STRICT });
    if (document.isEncrypted) return { problem: 'encrypted' };
    const pages = document.getPageCount();
    if (pages === 0) return { problem: 'no_pages' };
    const isActive = document.context.enumerateIndirectObjects().some(([, object]) => hasActiveContent(object));
    return isActive || hasActiveContent(document.context.trailerInfo.Root) ? { problem: 'active_content' } : { pages };
  } catch {
    // An encrypted file may not even be parsed; the name `/Encrypt` itself is never encrypted.
    return { problem: bytes.includes('/Encrypt') ? 'encrypted' : 'broken' };
  }
}

const END_WITHIN = 2_048;
const STRICT = {
  updateMetadata: false,
  throwOnInvalidObject: true,
  ignoreEncryption: true,
  parseSpeed: ParseSpeeds.Fastest,
};

/** Keys of content that executes, opens or embeds something. The library has decoded their escaped spellings. */
const ACTIVE_KEYS = new Set([
  'JS',
  'JavaScript',
  'EmbeddedFiles',
  'EF',
  'AF',
  'XFA',
  'RichMediaContent',
  'RichMediaSettings',
]);

/** Types of active actions, annotations and objects; a link to a web address or to a page is not among them. */
const ACTIVE_KINDS = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
  'FileAttachment',
  'EmbeddedFile',
  'Movie',
  'Sound',
  'Screen',
  '3D',
]);

function hasActiveContent(root: PDFObject | undefined): boolean {
  const waiting: (PDFObject | undefined)[] = [root];
  while (waiting.length > 0) {
    const object = waiting.pop();
    const dictionary = object instanceof PDFStream ? object.dict : object;
    if (dictionary instanceof PDFArray) for (const part of dictionary.asArray()) waiting.push(part);
    if (!(dictionary instanceof PDFDict)) continue;
    for (const [key, value] of dictionary.entries()) {
      if (ACTIVE_KEYS.has(key.decodeText())) return true;
      if (isKind(key, value)) return true;
      waiting.push(value);
    }
  }
  return false;
}

function isKind(key: PDFName, value: PDFObject): boolean {
  return (
    ['S', 'Type', 'Subtype'].includes(key.decodeText()) &&
    value instanceof PDFName &&
    ACTIVE_KINDS.has(value.decodeText())
  );
}
