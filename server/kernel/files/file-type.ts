import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import { requireStoredName } from '../../ports/files.ts';
import { officeTypeOf } from './office-type.ts';

/**
 * Detects the type from the bytes: a picture or PDF by its beginning at offset 0 only, since readers that search
 * further allow one file to be two; an office file by its directory, a text by all of it. The name and the declared
 * type are ignored.
 */
export function detectFileType(bytes: Buffer): FileType | null {
  if (isPdf(bytes)) return 'pdf';
  if (isPng(bytes)) return 'png';
  if (isJpeg(bytes)) return 'jpeg';
  if (isWebp(bytes)) return 'webp';
  return officeTypeOf(bytes) ?? (isText(bytes) ? 'text' : null);
}

const mediaTypes: Record<FileType, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  text: 'text/plain; charset=utf-8',
};

export function mediaTypeOf(type: FileType): string {
  return mediaTypes[type];
}

const extensions: Record<FileType, string> = {
  pdf: 'pdf',
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  text: 'txt',
};

export function extensionOf(type: FileType): string {
  return extensions[type];
}

/** The type of a stored file, by its name. */
export function typeOfStored(name: string): FileType {
  const extension = requireStoredName(name).split('.').at(-1);
  // @NOTE the keys of this record are exactly the file types.
  const type = (Object.keys(extensions) as FileType[]).find((candidate) => extensions[candidate] === extension);
  if (!type) throw new Error('A stored file has an extension that none is given.');
  return type;
}

/** A new random name that contains nothing of the original name. */
export function storedName(folder: string, type: FileType): string {
  return requireStoredName(`${folder}/${randomBytes(16).toString('hex')}.${extensionOf(type)}`);
}

function isPdf(head: Buffer) {
  return /^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8));
}

const PNG_BEGINNING = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function isPng(head: Buffer) {
  return head.subarray(0, PNG_BEGINNING.length).equals(PNG_BEGINNING);
}

// Start of image, then an allowed marker: a frame, a table, an application segment or a comment.
const JPEG_BEGINNING = /^\xff\xd8\xff[\xc0-\xc4\xdb\xdd\xe0-\xef\xfe]/;

function isJpeg(head: Buffer) {
  if (head.length < 12 || !JPEG_BEGINNING.test(head.toString('latin1', 0, 4))) return false;
  // A first segment whose length reads as `/*` is the known picture that is also a script; no valid APP0 has that
  // length.
  return !(head[3] === 0xe0 && head.toString('latin1', 4, 6) === '/*');
}

const WEBP_BEGINNING = /^RIFF[^]{4}WEBPVP8[ LX]/;

function isWebp(head: Buffer) {
  // The size in a RIFF header is even by its specification.
  return WEBP_BEGINNING.test(head.toString('latin1', 0, 16)) && head.readUInt32LE(4) % 2 === 0;
}

// A text needs only tab, line breaks and form feed of the control characters.
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

// HTML, SVG, PostScript, truncated PDFs and scripts are texts too, and not accepted.
const NO_TEXT = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<|%!|%PDF|#!)/;

function isText(bytes: Buffer) {
  if (bytes.length === 0 || !isUtf8(bytes)) return false;
  const letters = bytes.toString('latin1');
  return !CONTROL.test(letters) && !NO_TEXT.test(letters);
}
