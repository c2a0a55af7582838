import type { FileType, Upload } from '@vialkeep/contract/kernel/route.ts';
import { formatFileSize } from '../formats.ts';

const endings: Record<FileType, string[]> = {
  pdf: ['.pdf', 'application/pdf'],
  png: ['.png', 'image/png'],
  jpeg: ['.jpg', '.jpeg', 'image/jpeg'],
  webp: ['.webp', 'image/webp'],
};

const names: Record<FileType, string> = { pdf: 'PDF', png: 'PNG', jpeg: 'JPEG', webp: 'WebP' };

/** For the file chooser, which then offers only these. */
export function acceptOf({ types }: Upload): string {
  return types.flatMap((type) => endings[type]).join(',');
}

/** 'PNG, JPEG or WebP, up to 25 MB' */
export function uploadRule({ types, maxBytes }: Upload): string {
  return `${listed(types)}, up to ${formatFileSize(maxBytes)}`;
}

/** What is wrong with a file before any of it is sent; null when nothing is. */
export function fileProblem(upload: Upload, file: { size: number; head: Uint8Array }): string | null {
  const type = typeOf(file.head);
  if (file.size === 0) return 'This file is empty.';
  if (type === null || !upload.types.includes(type)) return `This file is not ${listed(upload.types)}.`;
  if (file.size > upload.maxBytes) return `This file is larger than ${formatFileSize(upload.maxBytes)}.`;
  return null;
}

/** The first bytes tell what a file is; its name does not. */
export const HEAD_BYTES = 12;

export function typeOf(head: Uint8Array): FileType | null {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.startsWith('%PDF-')) return 'pdf';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'webp' : null;
}

function listed(types: readonly FileType[]): string {
  const words = types.map((type) => names[type]);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
