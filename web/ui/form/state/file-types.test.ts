import { expect, test } from 'vitest';
import { acceptOf, fileProblem, typesOf, uploadRule } from './file-types.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const images = { types: ['png', 'jpeg', 'webp'], maxBytes: 1000 } as const;

test('a file’s type is detected by its first bytes', () => {
  expect(typesOf(bytes('%PDF-1.7 ...'))).toEqual(['pdf']);
  expect(typesOf(bytes('\x89PNG\r\n\x1a\nxxxx'))).toEqual(['png']);
  expect(typesOf(bytes('\xff\xd8\xff\xe0'))).toEqual(['jpeg']);
  expect(typesOf(bytes('RIFF....WEBP'))).toEqual(['webp']);
  expect(typesOf(bytes('PK\x03\x04\x14\0'))).toEqual(['docx', 'xlsx', 'pptx']);
  expect(typesOf(bytes('Bring\tthe box'))).toEqual(['text']);
  expect(typesOf(bytes('RIFF\x24\0\0\0WAVE'))).toEqual([]);
  expect(typesOf(bytes('MZ\x90\0'))).toEqual([]);
  expect(typesOf(bytes(' <svg'))).toEqual([]);
});

test('a wrong type, an empty file and a large file are reported before the upload', () => {
  expect(fileProblem(images, { size: 10, head: bytes('%PDF-1.7') })).toBe('This file is not PNG, JPEG or WebP.');
  expect(fileProblem(images, { size: 0, head: bytes('') })).toBe('This file is empty.');
  expect(fileProblem(images, { size: 1001, head: bytes('\xff\xd8\xff') })).toBe('This file is larger than 1000 B.');
  expect(fileProblem(images, { size: 1000, head: bytes('\xff\xd8\xff') })).toBeNull();
});

test('the upload rule is a part of a sentence', () => {
  expect(uploadRule({ types: ['png', 'jpeg'], maxBytes: 25 * 1024 * 1024 })).toBe('PNG or JPEG, up to 25 MB');
  expect(acceptOf({ types: ['pdf'], maxBytes: 1 })).toBe('.pdf,application/pdf');
});
