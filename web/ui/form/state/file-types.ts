import type { FileType, Upload } from '@vialkeep/contract/kernel/route.ts';
import { formatFileSize } from '../../display/formats.ts';

const endings: Record<FileType, string[]> = {
  pdf: ['.pdf', 'application/pdf'],
  png: ['.png', 'image/png'],
  jpeg: ['.jpg', '.jpeg', 'image/jpeg'],
  webp: ['.webp', 'image/webp'],
  docx: ['.docx'],
  xlsx: ['.xlsx'],
  pptx: ['.pptx'],
  text: ['.txt', '.csv', '.md', 'text/plain'],
};

const names: Record<FileType, string> = {
  pdf: 'PDF',
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  docx: 'Word',
  xlsx: 'Excel',
  pptx: 'PowerPoint',
  text: 'text',
};

/** The `accept` attribute of the file chooser. */
export function acceptOf({ types }: Upload): string {
  return types.flatMap((type) => endings[type]).join(',');
}

/** 'PNG, JPEG or WebP, up to 25 MB' */
export function uploadRule({ types, maxBytes }: Upload): string {
  return `${formatTypeList(types)}, up to ${formatFileSize(maxBytes)}`;
}

/** The problem with a file before its upload; null if there is none. */
export function fileProblem(upload: Upload, file: { size: number; head: Uint8Array }): string | null {
  if (file.size === 0) return 'This file is empty.';
  const mayBe = typesOf(file.head);
  if (!upload.types.some((type) => mayBe.includes(type))) return `This file is not ${formatTypeList(upload.types)}.`;
  if (file.size > upload.maxBytes) return `This file is larger than ${formatFileSize(upload.maxBytes)}.`;
  return null;
}

/** The first bytes identify a file's type; its name does not. The server checks the rest. */
export const HEAD_BYTES = 12;

export function typesOf(head: Uint8Array): readonly FileType[] {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.startsWith('%PDF-')) return ['pdf'];
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return ['png'];
  if (text.startsWith('\xff\xd8\xff')) return ['jpeg'];
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return ['webp'];
  if (text.startsWith('PK\x03\x04')) return ['docx', 'xlsx', 'pptx'];
  return head.some(isControl) || /^\s*</.test(text) ? [] : ['text'];
}

/** Tabs, line breaks and form feeds belong to text; other control characters do not. */
function isControl(byte: number): boolean {
  return byte < 32 && ![9, 10, 12, 13].includes(byte);
}

function formatTypeList(types: readonly FileType[]): string {
  const words = types.map((type) => names[type]);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
