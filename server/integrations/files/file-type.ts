import { randomBytes } from 'node:crypto';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import { requireStoredName } from './files.ts';

/**
 * What a file is by its own first bytes, at offset 0 and nowhere else: readers that search further for a beginning are
 * how one file becomes two. 32 bytes of head are enough; the name and the sender's claim are never asked.
 */
export function detectFileType(head: Buffer): FileType | null {
  if (isPdf(head)) return 'pdf';
  if (isPng(head)) return 'png';
  if (isJpeg(head)) return 'jpeg';
  if (isWebp(head)) return 'webp';
  return null;
}

const mediaTypes: Record<FileType, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

export function mediaTypeOf(type: FileType): string {
  return mediaTypes[type];
}

const extensions: Record<FileType, string> = { pdf: 'pdf', png: 'png', jpeg: 'jpg', webp: 'webp' };

export function extensionOf(type: FileType): string {
  return extensions[type];
}

/** A new name that nobody can guess and that keeps nothing of the name the file came with. */
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

// Start of image, then a marker that may follow it: a frame, a table, an application segment or a comment.
const JPEG_BEGINNING = /^\xff\xd8\xff[\xc0-\xc4\xdb\xdd\xe0-\xef\xfe]/;

function isJpeg(head: Buffer) {
  if (head.length < 12 || !JPEG_BEGINNING.test(head.toString('latin1', 0, 4))) return false;
  // A first segment whose length reads as the opening of a comment is the known picture that is also a script; no
  // honest APP0 can be of that length.
  return !(head[3] === 0xe0 && head.toString('latin1', 4, 6) === '/*');
}

const WEBP_BEGINNING = /^RIFF[^]{4}WEBPVP8[ LX]/;

function isWebp(head: Buffer) {
  // The size in a RIFF header is even, by its specification.
  return WEBP_BEGINNING.test(head.toString('latin1', 0, 16)) && head.readUInt32LE(4) % 2 === 0;
}
